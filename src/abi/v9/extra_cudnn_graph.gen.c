/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* What libcudnn_graph.so.9 exports without declaration in a header. */
int girih_undeclared(const char *function);

int cudnnGetBackdoor(void);
int cudnnGetBackdoor(void) { return girih_undeclared("cudnnGetBackdoor"); }

int cudnnSetBackdoor(void);
int cudnnSetBackdoor(void) { return girih_undeclared("cudnnSetBackdoor"); }

int cudnnSetBackdoorEx(void);
int cudnnSetBackdoorEx(void) { return girih_undeclared("cudnnSetBackdoorEx"); }

int cudnnGetLibConfig(void);
int cudnnGetLibConfig(void) { return girih_undeclared("cudnnGetLibConfig"); }

int cudnnGetModuleForDescriptor(void);
int cudnnGetModuleForDescriptor(void) { return girih_undeclared("cudnnGetModuleForDescriptor"); }

int cudnnGetTime(void);
int cudnnGetTime(void) { return girih_undeclared("cudnnGetTime"); }

int cudnnGetTimeDiffString(void);
int cudnnGetTimeDiffString(void) { return girih_undeclared("cudnnGetTimeDiffString"); }

int cudnnSnprintf(void);
int cudnnSnprintf(void) { return girih_undeclared("cudnnSnprintf"); }

extern const int cudnn_graph_version;
const int cudnn_graph_version = 594688; /* major << 16 | minor << 8 | patch */
