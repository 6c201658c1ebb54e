/* Written by spec/generate.py from the tables in spec/. Edit those, then run it again. */
/* clang-format off */
/* What libcudnn_engines_runtime_compiled.so.9 exports without declaration in a header. */
int girih_undeclared(const char *function);

int dummyBackendEnginesRuntimeCompiledSymbol(void);
int dummyBackendEnginesRuntimeCompiledSymbol(void) { return girih_undeclared("dummyBackendEnginesRuntimeCompiledSymbol"); }

int registerRuntimeCompiled(void);
int registerRuntimeCompiled(void) { return girih_undeclared("registerRuntimeCompiled"); }
