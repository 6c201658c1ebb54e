// Text formatting: {fmt}, compiled into the library so that no libfmt.so is needed at run time.
#pragma once
#ifndef FMT_HEADER_ONLY
#define FMT_HEADER_ONLY
#endif
#include <fmt/format.h>
