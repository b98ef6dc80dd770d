void fillAll(float *out, int n);
void fillSome(float *out, int n) { fillAll(out, n); }
