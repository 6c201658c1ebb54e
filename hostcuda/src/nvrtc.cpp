#include "nvrtc.h"

#include "status.h"

HOSTCUDA_API const char* nvrtcGetErrorString(nvrtcResult result) {
  return result == NVRTC_SUCCESS ? "success" : "there is no GPU to compile for";
}
HOSTCUDA_API nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = 13, *minor = 0;
  return NVRTC_SUCCESS;
}
HOSTCUDA_API nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char*, const char*, int, const char* const*,
                                            const char* const*) {
  if (prog) *prog = nullptr;
  return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
}
HOSTCUDA_API nvrtcResult nvrtcDestroyProgram(nvrtcProgram*) { return NVRTC_ERROR_INVALID_PROGRAM; }
HOSTCUDA_API nvrtcResult nvrtcCompileProgram(nvrtcProgram, int, const char* const*) {
  return NVRTC_ERROR_INVALID_PROGRAM;
}
HOSTCUDA_API nvrtcResult nvrtcGetPTXSize(nvrtcProgram, size_t*) { return NVRTC_ERROR_INVALID_PROGRAM; }
HOSTCUDA_API nvrtcResult nvrtcGetPTX(nvrtcProgram, char*) { return NVRTC_ERROR_INVALID_PROGRAM; }
HOSTCUDA_API nvrtcResult nvrtcGetCUBINSize(nvrtcProgram, size_t*) { return NVRTC_ERROR_INVALID_PROGRAM; }
HOSTCUDA_API nvrtcResult nvrtcGetCUBIN(nvrtcProgram, char*) { return NVRTC_ERROR_INVALID_PROGRAM; }
HOSTCUDA_API nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, size_t*) { return NVRTC_ERROR_INVALID_PROGRAM; }
HOSTCUDA_API nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char*) { return NVRTC_ERROR_INVALID_PROGRAM; }
