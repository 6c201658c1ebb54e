// The one place where {fmt} is compiled: its inline definitions are emitted here and found by the other files.
#define FMT_HEADER_ONLY
#include <fmt/format.h>

namespace girih {

// Uses vformat, so that the compiler emits it and what it calls.
std::string emit_fmt(fmt::string_view text, fmt::format_args arguments) { return fmt::vformat(text, arguments); }

}  // namespace girih
