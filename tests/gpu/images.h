// Kernel images that build.sh embeds in the programs.
#pragma once
#include <vector>

extern "C" {
extern const unsigned char girih_image_fprop_bf16[], girih_image_fprop_f16[], girih_image_dgrad_bf16[],
    girih_image_dgrad_f16[], girih_image_wgrad_bf16[], girih_image_wgrad_f16[], girih_image_matmul_bf16[],
    girih_image_matmul_f16[], girih_image_halo[], girih_image_stem[], girih_image_tile_kernels[];
}

inline std::vector<const void*> conv_images() {
  return {girih_image_fprop_bf16, girih_image_fprop_f16, girih_image_dgrad_bf16,  girih_image_dgrad_f16,
          girih_image_wgrad_bf16, girih_image_wgrad_f16, girih_image_matmul_bf16, girih_image_matmul_f16,
          girih_image_halo,       girih_image_stem};
}
