// All types of the runtime.
#ifndef GIRIH_HOSTCUDA_BUILTIN_TYPES_H
#define GIRIH_HOSTCUDA_BUILTIN_TYPES_H

#include "driver_types.h"
#include "vector_types.h"

#endif
