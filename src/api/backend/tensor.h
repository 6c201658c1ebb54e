// What a finalized tensor descriptor describes.
#pragma once
#include "api/backend/descriptor.h"

namespace girih::api {

struct TensorInfo {
  graph::Tensor tensor;
  int64_t uid = 0;
  bool has_uid = false;  // without one, each descriptor is a tensor of its own
  int64_t alignment = 1;
  BodyPtr ragged;
  std::vector<unsigned char> constant;  // the value of a tensor that is a constant of the graph
};

}  // namespace girih::api
