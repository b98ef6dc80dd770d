inline void launchFill(float *out) { fill<< <2, 64>> >(out); }
