// The one place where {fmt} is compiled: its inline definitions are emitted here and found by the other files.
#define FMT_HEADER_ONLY
#include <fmt/format.h>

namespace girih {

// Its address is taken so that the compiler emits it, and what it calls, for the other files.
[[gnu::used]] std::string (*const emitted_vformat)(fmt::string_view, fmt::format_args) = fmt::vformat;

}  // namespace girih
