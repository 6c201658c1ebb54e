#include "base/version.h"

#include "base/env.h"

namespace girih {

long reported_version() {
  static const long version = [] {
    auto n = env_number("GIRIH_REPORT_VERSION");
    return n && *n > 0 ? *n : 91900L;
  }();
  return version;
}

}  // namespace girih
