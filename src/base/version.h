// Versions: ours, and the cuDNN version that the library answers with.
#pragma once

namespace girih {

inline constexpr char kGirihVersion[] = "0.1.0";

// 91900 (9.19.0), or what GIRIH_REPORT_VERSION says: clients switch features by it.
long reported_version();

}  // namespace girih
