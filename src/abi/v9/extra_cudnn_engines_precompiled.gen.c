/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* What libcudnn_engines_precompiled.so.9 exports without declaration in a header. */
int girih_undeclared(const char *function);

int dummyBackendEnginesPreCompiledSymbol(void);
int dummyBackendEnginesPreCompiledSymbol(void) { return girih_undeclared("dummyBackendEnginesPreCompiledSymbol"); }
