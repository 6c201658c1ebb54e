/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* What libcudnn.so.9 exports without declaration in a header. */
int girih_undeclared(const char *function);

int cudnnGetBackdoor(void);
int cudnnGetBackdoor(void) { return girih_undeclared("cudnnGetBackdoor"); }

int cudnnSetBackdoor(void);
int cudnnSetBackdoor(void) { return girih_undeclared("cudnnSetBackdoor"); }

int cudnnSetBackdoorEx(void);
int cudnnSetBackdoorEx(void) { return girih_undeclared("cudnnSetBackdoorEx"); }

int cudnnGetRNNDropoutLocationsInternal(void);
int cudnnGetRNNDropoutLocationsInternal(void) { return girih_undeclared("cudnnGetRNNDropoutLocationsInternal"); }
