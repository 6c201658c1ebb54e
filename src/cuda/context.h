// The context that work goes to, without a trace in the caller's thread.
#pragma once
#include "cuda/driver.h"

namespace girih::cuda {

// Makes a context current for the lifetime of this object; nothing happens where it is current already.
class ContextScope {
 public:
  explicit ContextScope(CUcontext context) {
    CUcontext current = nullptr;
    driver()->cuCtxGetCurrent(&current);
    pushed_ = current != context && driver()->cuCtxPushCurrent(context) == CUDA_SUCCESS;
  }
  ~ContextScope() {
    CUcontext popped = nullptr;
    if (pushed_) driver()->cuCtxPopCurrent(&popped);
  }
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  bool pushed_ = false;
};

// Lets this thread allocate while some stream of it is being captured: an allocation is no work on a stream.
class RelaxedCapture {
 public:
  RelaxedCapture() { driver()->cuThreadExchangeStreamCaptureMode(&mode_); }
  ~RelaxedCapture() { driver()->cuThreadExchangeStreamCaptureMode(&mode_); }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;
};

}  // namespace girih::cuda
