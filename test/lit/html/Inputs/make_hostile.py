"""Writes sources whose text a page must not act upon: hostile.cu into the folder that is given."""

import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
(folder / "hostile.cu").write_bytes(
    b"// </script><script>window.attacked = 1</script> <!-- <script> \x80\xff\xc3( end of bytes\n"
    b"// <img src=x onerror='window.attacked = 1'> &lt; &amp; \"quoted\" `code`\n"
    + "// right to left: \u202e override \u2066 isolate \u2028 line\n".encode()
    + b'#include "</script>.cuh"\n'
    + b"template <int N> __global__ void scale(float *out) {\n"
    + b"  out[threadIdx.x * N] = 1; // " + b"long " * 4000 + b"\n"
    + b"}\n"
    + b"void run(float *out) {\n"
    + b"  scale<8><<<4, 64>>>(out);\n"
    + b"  scale<16><<<4, 64>>>(out);\n"
    + b"  ideal<<<4, 64>>>(out);\n"
    + b"}\n")
script = folder / "<"
script.mkdir()
(script / "script>.cuh").write_text(
    "__global__ void ideal(float *out) { out[threadIdx.x] = 1; }\n")
