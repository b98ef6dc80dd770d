#ifdef __cplusplus
extern "C"
#endif
void run(float *data, int count, int factor);
