//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sharing with OpenGL.

#ifndef __MEMLINT_CUDA_GL_INTEROP_H
#define __MEMLINT_CUDA_GL_INTEROP_H

#include "cuda_runtime.h"
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned GLenum;
typedef unsigned GLuint;
typedef int GLint;
#endif

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};
cudaError_t cudaGLGetDevices(unsigned *, int *, unsigned, cudaGLDeviceList);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource **, GLuint, GLenum, unsigned);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource **, GLuint, unsigned);
cudaError_t cudaGLSetGLDevice(int);
cudaError_t cudaGLRegisterBufferObject(GLuint);
cudaError_t cudaGLMapBufferObject(void **, GLuint);
cudaError_t cudaGLUnmapBufferObject(GLuint);
cudaError_t cudaGLUnregisterBufferObject(GLuint);

#endif
