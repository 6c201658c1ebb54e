/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* What libcudnn_adv.so.9 exports without declaration in a header. */
int girih_undeclared(const char *function);

int cudnnGetRNNDropoutLocationsInternal(void);
int cudnnGetRNNDropoutLocationsInternal(void) { return girih_undeclared("cudnnGetRNNDropoutLocationsInternal"); }

extern const int cudnn_adv_infer_version;
const int cudnn_adv_infer_version = 594688; /* major << 16 | minor << 8 | patch */
