// Text formatting with {fmt}. Only base/format.cpp compiles its implementation; everyone else sees the small header:
// the whole of it in every file would cost more than a second of compile time each, and libfmt.so is not needed.
#pragma once
#include <fmt/core.h>

#include <string>
