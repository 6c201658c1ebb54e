# Written by spec/generate.py from the tables in spec/. Edit those, then run it again.
# name of each library, then the sources of its forwarders
girih_abi_library(9 cudnn graph.gen.c ops.gen.c cnn.gen.c adv.gen.c extra_cudnn.gen.c)
girih_abi_library(9 cudnn_graph graph.gen.c extra_cudnn_graph.gen.c)
girih_abi_library(9 cudnn_ops ops.gen.c extra_cudnn_ops.gen.c)
girih_abi_library(9 cudnn_cnn cnn.gen.c)
girih_abi_library(9 cudnn_adv adv.gen.c extra_cudnn_adv.gen.c)
girih_abi_library(9 cudnn_heuristic extra_cudnn_heuristic.gen.c)
girih_abi_library(9 cudnn_engines_precompiled extra_cudnn_engines_precompiled.gen.c)
girih_abi_library(9 cudnn_engines_runtime_compiled extra_cudnn_engines_runtime_compiled.gen.c)
