// Every operation a graph can hold. An operation is a plain struct: the ids of its tensors in the graph, and the
// parameters that select an engine. Numbers that may change from call to call without a new plan (alpha, beta,
// epsilon) are in Scalars. `visit` lists the fields once, for the key, the text form and JSON.
#pragma once
#include <variant>

#include "graph/ops/attention.h"
#include "graph/ops/block_scale.h"
#include "graph/ops/convolution.h"
#include "graph/ops/ctc.h"
#include "graph/ops/dropout.h"
#include "graph/ops/layout.h"
#include "graph/ops/lrn.h"
#include "graph/ops/matmul.h"
#include "graph/ops/norm.h"
#include "graph/ops/normalize.h"
#include "graph/ops/pointwise.h"
#include "graph/ops/pooling.h"
#include "graph/ops/reduction.h"
#include "graph/ops/relu_mask.h"
#include "graph/ops/resample.h"
#include "graph/ops/rng.h"
#include "graph/ops/rnn.h"
#include "graph/ops/sdpa.h"
#include "graph/ops/softmax.h"
#include "graph/ops/spatial.h"
#include "graph/ops/statistics.h"
#include "graph/ops/transform.h"

namespace girih::graph {

// The variant's index is part of plan keys only, never stored: new operations may go anywhere.
using Op =
    std::variant<Convolution, Pointwise, Reduction, Pooling, Softmax, BatchNorm, Dropout, Lrn, Rnn, Transform, Im2Col,
                 ReorderInt8, SpatialGrid, SpatialSampler, MultiHeadAttention, Ctc, Matmul, MoeGroupedMatmul,
                 MoeGroupedMatmulBackward, NormForward, NormBackward, GenStats, BnFinalize, BnBackwardWeights, Reshape,
                 Transpose, Slice, Concat, PagedCacheLoad, BandMatrix, Signal, Resample, Rng, SdpaForward, SdpaBackward,
                 SoftmaxStats, DiagonalBandMask, BlockScaleQuantize, BlockScaleDequantize, ReluMask>;

}  // namespace girih::graph
