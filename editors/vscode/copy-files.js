// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the extension has in common with other parts of cuda-memlint.
const fs = require('node:fs');
const path = require('node:path');

fs.copyFileSync('../../docs/config-schema.json', 'config-schema.json');
fs.mkdirSync('out/src/report', { recursive: true });
for (const name of ['evaluate.js', 'text.js', 'lanes.js'])
  fs.copyFileSync(path.join('../../lib/Report/Html', name), path.join('out/src/report', name));
