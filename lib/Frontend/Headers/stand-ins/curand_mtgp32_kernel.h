// Clang's CUDA wrapper includes this header; a toolkit may be without cuRAND.
