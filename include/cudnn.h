/* The whole cuDNN 9 interface. */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */

#if !defined(CUDNN_H_)
#define CUDNN_H_

#include <cuda_runtime_api.h>
#include <stdint.h>
#include "cudnn_version.h"
#include "cudnn_graph.h"
#include "cudnn_ops.h"
#include "cudnn_adv.h"
#include "cudnn_cnn.h"

#endif /* CUDNN_H_ */
