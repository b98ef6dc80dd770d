//===- HostStrings.h - Strings of host code ---------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The arguments of main as memory of known bytes, and what the functions of the C and C++
/// libraries do with such bytes. A string is a pointer to characters: into a variable that is an
/// array, or to an object of HostMemory that holds a text. A `std::string` is the pointer to its
/// text, a `std::stringstream` one to its state and what has not been read.
///
/// An unknown function or text gives no result, and the call counts as one of a function that is
/// not seen.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTSTRINGS_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTSTRINGS_H

#include "HostMemory.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

#include <array>
#include <map>
#include <string>

namespace memlint {

/// A call of a function of a library.
struct LibraryCall {
  const clang::FunctionDecl &Function;
  /// Of the result.
  clang::QualType Type;
  llvm::ArrayRef<Value> Arguments;
  /// The object of a method.
  const std::optional<Lvalue> &This;

  /// Without what marks it as builtin; empty for an operator.
  llvm::StringRef name() const;
  /// Of a method.
  clang::QualType objectType() const;
};

class HostStrings {
public:
  HostStrings(clang::ASTContext &Ast, HostMemory &Memory, Interpreter &Code)
      : Ast(Ast), Memory(Memory), Code(Code) {}

  /// Values of the parameters of \p Main for a program that is run with \p Arguments; those that
  /// these do not decide are missing at the end.
  std::vector<Value> argumentsOfMain(const clang::FunctionDecl &Main,
                                     llvm::ArrayRef<std::string> Arguments);
  /// The variables in which getopt() keeps where it is, which are as they are when a program
  /// starts. Code that is not seen may change them.
  std::vector<SlotId> startOptions();

  /// What \p Function, which is of a system header, gives for \p Arguments if that is known; what
  /// it changes has then been changed.
  std::optional<Value> call(const clang::FunctionDecl &Function, clang::QualType Type,
                            llvm::ArrayRef<Value> Arguments, const std::optional<Lvalue> &This);
  /// The arguments of \p Function that it does not declare are read only, as printf() does.
  bool onlyReadsOthers(const clang::FunctionDecl &Function, llvm::ArrayRef<Value> Arguments);
  /// \p Function makes a container that holds copies of what its arguments lead to.
  static bool copiesArguments(const clang::FunctionDecl &Function);
  /// \p Class is one of the C++ library's streams that may be of text.
  static bool isStreamClass(const clang::CXXRecordDecl &Class);
  /// What is at \p From, in memory.
  std::optional<Value> load(const Lvalue &From, clang::QualType Type);

private:
  using Result = std::optional<Value>;
  using Handler = Result (HostStrings::*)(const LibraryCall &);

  // HostStrings.cpp
  Value constant(int64_t Number) { return Value::scalar(Code.Exprs.constant(Number)); }
  Value anyIn(Interval Range);
  Value newText(llvm::StringRef Text);
  /// The text from where \p Pointer leads to the null character.
  std::optional<std::string> textAt(const Value &Pointer);
  std::optional<std::string> textInArray(const Lvalue &First);
  /// \p Pointer, to a character of a known text, \p Characters further on.
  Value moved(const Value &Pointer, size_t Characters);
  bool isCharacter(clang::QualType Type) const;
  Value pointerToFirst(SlotId Array) const;
  SlotId newArray(clang::QualType Element, std::vector<Value> Elements);
  static std::optional<int64_t> numberIn(const Value &Held);
  /// Whether a result can be stored where \p Pointer leads, a null pointer included.
  bool canStoreTo(const Value &Pointer);
  void storeTo(const Value &Pointer, const Value &New);

  // StringFunctions.cpp
  static const std::map<llvm::StringRef, Handler> &functions();
  Result toInt(const LibraryCall &Call);
  Result toFloating(const LibraryCall &Call);
  Result parseInteger(const LibraryCall &Call);
  Result parseFloating(const LibraryCall &Call);
  Result compareTexts(const LibraryCall &Call);
  Result length(const LibraryCall &Call);
  Result findCharacter(const LibraryCall &Call);
  Result findText(const LibraryCall &Call);
  Result duplicate(const LibraryCall &Call);
  static std::optional<std::string> integerAsText(const Value &Held, clang::QualType Type);
  Result convertNumber(const LibraryCall &Call);
  Result classify(const LibraryCall &Call);
  static bool isKnownBase(int64_t Base, llvm::StringRef Text);

  // StringObjects.cpp
  bool isStringClass(clang::QualType Type) const;
  std::optional<std::string> textOf(const Value &Argument, clang::QualType Parameter);
  std::optional<std::string> textOfObject(const Lvalue &Object, clang::QualType Type);
  void forgetMoved(const Value &Argument, clang::QualType Parameter);
  Result construct(const LibraryCall &Call);
  Result callMethod(const LibraryCall &Call);
  Result element(const LibraryCall &Call, const std::string &Text);
  Result search(const LibraryCall &Call, const std::string &Text);
  Result assign(const LibraryCall &Call, const std::string &New);
  Result combineObjects(const LibraryCall &Call);
  Result convertObject(const LibraryCall &Call);
  Value throwException(const LibraryCall &Call);

  // TextStreams.cpp
  struct TextStream;
  std::optional<TextStream> streamAt(const Lvalue &Object);
  void setStream(const Lvalue &Object, const TextStream &Now);
  Result constructStream(const LibraryCall &Call);
  Result callStream(const LibraryCall &Call);
  Result useStream(const LibraryCall &Call);
  Result takeInteger(TextStream &Stream, clang::QualType Type);
  Result takeFloating(TextStream &Stream, clang::QualType Type);
  bool extract(const Lvalue &Object, TextStream Stream, const Value &To);
  bool readLine(const Lvalue &Object, TextStream Stream, const Value &To, char End);
  bool insert(const Lvalue &Object, TextStream Stream, const Value &Given, clang::QualType Type);

  // ScannedText.cpp
  Result scan(const LibraryCall &Call);

  // CommandOptions.cpp
  class OptionScan;
  const clang::VarDecl *optionVariable(llvm::StringRef Name) const;
  /// Of `optind` and the like; nothing where no header declares it.
  std::optional<SlotId> optionSlot(llvm::StringRef Name);
  Result nextOption(const LibraryCall &Call);

  clang::ASTContext &Ast;
  HostMemory &Memory;
  Interpreter &Code;
  /// In getopt(): which character of an argument is next, 0 for none, and where the other
  /// arguments before it begin and end.
  std::array<SlotId, 3> OptionState = {};
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTSTRINGS_H
