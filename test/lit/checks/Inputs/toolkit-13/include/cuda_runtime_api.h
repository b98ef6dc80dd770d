// Enough of a toolkit to have a version.
#define CUDART_VERSION  13000
