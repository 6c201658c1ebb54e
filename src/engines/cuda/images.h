// The kernel images linked into the library; CMake writes the list.
#pragma once
#include <span>
#include <string_view>

namespace girih::engines {

struct Image {
  std::string_view part;  // in the names of its kernels
  const void* data;
};
std::span<const Image> images();

}  // namespace girih::engines
