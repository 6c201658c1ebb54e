// The CUDA runtime of the process, as far as a CPU handle needs it: to know whether a stream is being captured, and to
// record work as host nodes. It is found at run time, since libgirih links to no CUDA library; without one no stream is
// ever captured.
#pragma once
#include <functional>

#include "base/result.h"

namespace girih {

// Work that a graph may do later, more than once.
using HostWork = std::function<void()>;

bool is_capturing(void* stream);
// Adds the work to what the stream records.
Check record(void* stream, HostWork work);
// Adds a node that does the work to a graph.
Check add_host_node(void* graph, HostWork work);
// Gives the only host node of a graph other work.
Check replace_host_node(void* graph, HostWork work);

}  // namespace girih
