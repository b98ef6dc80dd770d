#!/usr/bin/env python3
"""Compares which windows of l2_window.cu gain nothing with those that are reported as too large.

With the same set-aside of 16 MB, of a table of each recorded size: a window over all of it is
reported where it was 2 % faster than none at the most, and a window that fits was faster; one
that is not reported was faster than none by 5 % or more.

  test/hardware/checks/check_windows.py --tool PATH RECORDED
"""

import re

import recorded

SET_ASIDE = 16 << 20
LITTLE, MUCH = 0.02, 0.05

comparison = recorded.Comparison(__doc__)
source = ["__global__ void read(float *sums, const float *table) { *sums = *table; }",
          "void windows(cudaStream_t stream, float *data) {",
          f"  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, {SET_ASIDE});"]
places = {}
for form in comparison.forms():
    match = re.fullmatch(r"table-of-(\d+)-MB", form)
    if not match:
        continue
    size = int(match[1]) << 20
    for kind, ratio in (("whole_window", "1.0f"), ("window_that_fits", f"{min(1, SET_ASIDE / size)}f")):
        window = f"value{len(places)}.accessPolicyWindow"
        source += [f"  cudaStreamAttrValue value{len(places)};",
                   f"  {window}.base_ptr = data;",
                   f"  {window}.num_bytes = {size};",
                   f"  {window}.hitRatio = {ratio};",
                   f"  {window}.hitProp = cudaAccessPropertyPersisting;",
                   f"  {window}.missProp = cudaAccessPropertyStreaming;",
                   "  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, "
                   f"&value{len(places)});"]
        places[form, kind] = len(source)
source += ["  read<<<264, 1024, 0, stream>>>(data, data);", "}"]
reported = comparison.findings(source, "cuda-l2-window")

for (form, kind), line in places.items():
    is_reported = line in reported
    without, taken = comparison.value(form, "no_window"), comparison.value(form, kind)
    gain = 1 - taken / without
    if kind == "window_that_fits":
        comparison.expect(not is_reported, f"{form}: a window that fits is reported")
    elif is_reported:
        fits = comparison.value(form, "window_that_fits")
        comparison.expect(gain <= LITTLE and fits < taken,
                          f"{form}: reported, although it gains {gain:.1%}")
    else:
        comparison.expect(gain >= MUCH, f"{form}: not reported, although it gains {gain:.1%} only")
comparison.finish()
