//===- OnDemand.h - Only the declarations that a file asks for --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading all that the embedded CUDA headers declare takes longer than reading
/// most kernels. A file gets only the declarations whose names it mentions, and
/// those that they need; should it nevertheless not parse, it is read again with
/// all of them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_ONDEMAND_H
#define CUDA_MEMLINT_FRONTEND_ONDEMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace memlint {

/// \p Headers without the declarations that \p Source does not ask for.
///
/// Only what stands between the lines `// [on demand]` and `// [always]` is left
/// out. There a declaration ends with a line that ends in `;`, that of a type
/// with `};`, the use of a macro with `)`, an indented enumerator with `,`. Its
/// name is the word before the first parenthesis, of a type the word after
/// `struct` or `enum`, for an enumeration also its enumerators, of a `typedef`
/// the last word, of `using ::name` that name. It is kept when that name is a word in the source or
/// in another declaration that is kept. The use of a macro is kept when such a word begins with the
/// macro's first argument, or with that after `make_`.
std::vector<std::string> selectDeclarations(llvm::ArrayRef<llvm::StringRef> Headers,
                                            llvm::StringRef Source);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_ONDEMAND_H
