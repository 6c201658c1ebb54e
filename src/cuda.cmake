# The CUDA half of libgirih: the driver opened at run time, engines, and kernels as fatbins inside the library. Needs
# nvcc 13 and CUDA's headers to build; nothing of CUDA is linked.
enable_language(ASM)
find_program(GIRIH_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin REQUIRED)
get_filename_component(cuda_home ${GIRIH_NVCC} DIRECTORY)
get_filename_component(cuda_home ${cuda_home} DIRECTORY)

set(image_folder ${CMAKE_CURRENT_BINARY_DIR}/cuda)
file(MAKE_DIRECTORY ${image_folder})
set(GIRIH_IMAGE_DECLARATIONS "")
set(GIRIH_IMAGE_LIST "")
set(image_sources "")

# One image: `part` stands in the names of all its kernels. More arguments go to nvcc.
function(girih_image part source)
  set(fatbin ${image_folder}/${part}.fatbin)
  string(REPLACE ";" " " command
         "${GIRIH_NVCC};-std=c++20;-O3;-I${CMAKE_CURRENT_SOURCE_DIR};${ARGN};--fatbin;-MD;-MF;${fatbin}.d;-MT;${fatbin};-Xptxas;-v;-o;${fatbin};${CMAKE_CURRENT_SOURCE_DIR}/${source}")
  add_custom_command(
    OUTPUT ${fatbin}
    # Serialized wgmma and ignored setmaxnreg fail the build (docs/gpu.md).
    COMMAND sh -c "${command} > ${fatbin}.log 2>&1 || { cat ${fatbin}.log; exit 1; }; ! grep -E 'C75(08|10|12|14|17)' ${fatbin}.log"
    DEPENDS ${source}
    DEPFILE ${fatbin}.d
    COMMENT "CUDA kernels ${part}"
    VERBATIM)
  file(WRITE ${image_folder}/${part}.S.new
       ".section .rodata\n.balign 64\n.globl girih_image_${part}\n.hidden girih_image_${part}\ngirih_image_${part}:\n"
       ".incbin \"${fatbin}\"\n.section .note.GNU-stack,\"\",@progbits\n")
  file(COPY_FILE ${image_folder}/${part}.S.new ${image_folder}/${part}.S ONLY_IF_DIFFERENT)
  set_source_files_properties(${image_folder}/${part}.S PROPERTIES OBJECT_DEPENDS ${fatbin})
  set(image_sources ${image_sources} ${image_folder}/${part}.S PARENT_SCOPE)
  set(GIRIH_IMAGE_DECLARATIONS
      "${GIRIH_IMAGE_DECLARATIONS}extern \"C\" __attribute__((visibility(\"hidden\"))) const unsigned char girih_image_${part}[];\n"
      PARENT_SCOPE)
  set(GIRIH_IMAGE_LIST "${GIRIH_IMAGE_LIST}{\"${part}\", girih_image_${part}}, " PARENT_SCOPE)
endfunction()

# Kernels for all chips: one image for each engine, from compute capability 7.5 on (PTX), compiled ahead for
# 9.0.
file(GLOB generic CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} engines/cuda/*/*/*.cu)
foreach(source ${generic})
  get_filename_component(part ${source} NAME_WE)
  girih_image(${part} ${source} -gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_75,code=compute_75
              --expt-relaxed-constexpr)
endforeach()
# Hopper kernels.
set(hopper -gencode=arch=compute_90a,code=sm_90a)
foreach(pass fprop dgrad wgrad matmul)
  girih_image(${pass}_bf16 engines/cuda/igemm/${pass}.cu ${hopper} -DGIRIH_WITHOUT_F16)
  girih_image(${pass}_f16 engines/cuda/igemm/${pass}.cu ${hopper} -DGIRIH_WITHOUT_BF16)
endforeach()
girih_image(halo engines/cuda/halo/halo.cu ${hopper})
girih_image(stem engines/cuda/stem/stem.cu ${hopper})
configure_file(engines/cuda/images.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/images.gen.cpp @ONLY)

file(GLOB cuda_host CONFIGURE_DEPENDS cuda/*.cpp engines/cuda/*.cpp engines/cuda/*/*.cpp engines/cuda/*/*/*.cpp)
add_library(girih_cuda_objects OBJECT ${cuda_host} ${image_sources} ${CMAKE_CURRENT_BINARY_DIR}/images.gen.cpp)
target_include_directories(girih_cuda_objects PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_include_directories(girih_cuda_objects SYSTEM PRIVATE ${cuda_home}/include)
target_link_libraries(girih_cuda_objects PRIVATE girih_flags)
