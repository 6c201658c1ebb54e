/* The graph (backend) interface under its older header name; everything is in cudnn_graph.h. */
/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */

#if !defined(_CUDNN_BACKEND_H_)
#define _CUDNN_BACKEND_H_

#include "cudnn_graph.h"

#endif /* _CUDNN_BACKEND_H_ */
