/* Version of the cuDNN interface described by these headers. */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */

#if !defined(CUDNN_VERSION_H_)
#define CUDNN_VERSION_H_

#define CUDNN_MAJOR 9
#define CUDNN_MINOR 19
#define CUDNN_PATCHLEVEL 0
/* Comparable number of the release; cudnnGetVersion returns that of the library. */
#define CUDNN_VERSION (CUDNN_MAJOR * 10000 + CUDNN_MINOR * 100 + CUDNN_PATCHLEVEL)
/* Newest compute capability this release knows. */
#define CUDNN_MAX_SM_MAJOR_NUMBER 12
#define CUDNN_MAX_SM_MINOR_NUMBER 1
#define CUDNN_MAX_DEVICE_VERSION (CUDNN_MAX_SM_MAJOR_NUMBER * 100 + CUDNN_MAX_SM_MINOR_NUMBER * 10)

#endif /* CUDNN_VERSION_H_ */
