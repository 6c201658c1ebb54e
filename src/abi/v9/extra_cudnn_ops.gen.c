/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* What libcudnn_ops.so.9 exports without declaration in a header. */

extern const int cudnn_ops_infer_version;
const int cudnn_ops_infer_version = 594688; /* major << 16 | minor << 8 | patch */
