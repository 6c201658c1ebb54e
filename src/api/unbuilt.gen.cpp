// Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
// clang-format off
// The functions that no source of src/api defines yet. Writing one there and running spec/generate.py removes it here.
#include "api/entry.h"
#include "api/entry_points.gen.h"

namespace girih::api {


}  // namespace girih::api
