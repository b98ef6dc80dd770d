//===- ErrorCollector.cpp - The errors of a parse -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorCollector.h"
#include "SyntaxErrors.h"

#include "cuda-memlint/Frontend/EmbeddedHeaders.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclarationName.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <optional>

using namespace llvm;

namespace memlint {

/// An argument of the diagnostic that is a number.
static std::optional<int64_t> numberAt(const clang::Diagnostic &Info, unsigned Index) {
  if (Index >= Info.getNumArgs())
    return std::nullopt;
  if (Info.getArgKind(Index) == clang::DiagnosticsEngine::ak_sint)
    return Info.getArgSInt(Index);
  if (Info.getArgKind(Index) == clang::DiagnosticsEngine::ak_uint)
    return int64_t(Info.getArgUInt(Index));
  return std::nullopt;
}

/// An argument of the diagnostic that is a name; else empty.
static std::string nameAt(const clang::Diagnostic &Info, unsigned Index) {
  if (Index >= Info.getNumArgs())
    return "";
  if (Info.getArgKind(Index) == clang::DiagnosticsEngine::ak_identifierinfo)
    return Info.getArgIdentifier(Index)->getName().str();
  if (Info.getArgKind(Index) == clang::DiagnosticsEngine::ak_declarationname)
    return clang::DeclarationName::getFromOpaqueInteger(Info.getRawArg(Index)).getAsString();
  if (Info.getArgKind(Index) == clang::DiagnosticsEngine::ak_std_string)
    return Info.getArgStdStr(Index);
  return "";
}

static void setPosition(ParseDiagnostic &Error, clang::SourceLocation Location,
                        const clang::SourceManager &Sources) {
  if (Location.isInvalid())
    return;
  // Lines of the file that a directive names would be shown, be it read or not.
  clang::PresumedLoc Presumed = Sources.getPresumedLoc(Sources.getFileLoc(Location),
                                                       /*UseLineDirectives=*/false);
  if (Presumed.isInvalid())
    return;
  Error.Path = Presumed.getFilename();
  Error.Line = Presumed.getLine();
  Error.Column = Presumed.getColumn();
}

/// Whether the note \p Info says of a kernel that device code launches, as one of several or by
/// its template arguments, that it cannot be called: nvcc accepts it.
static bool isKernelForDevice(const clang::Diagnostic &Info) {
  // The fourth argument says what is called, in the order of the diagnostic's text.
  constexpr int64_t GlobalFunction = 1;
  return Info.getID() == clang::diag::note_ovl_candidate_bad_target &&
         numberAt(Info, 3) == GlobalFunction;
}

static bool isMissingHeader(unsigned Diagnostic) {
  return Diagnostic == clang::diag::err_pp_file_not_found ||
         Diagnostic == clang::diag::err_pp_file_not_found_angled_include_not_fatal ||
         Diagnostic == clang::diag::err_pp_file_not_found_typo_not_fatal;
}

static bool isUnknownType(unsigned Diagnostic) {
  return Diagnostic == clang::diag::err_no_template ||
         Diagnostic == clang::diag::err_no_template_suggest ||
         Diagnostic == clang::diag::err_unknown_typename ||
         Diagnostic == clang::diag::err_unknown_typename_suggest;
}

static bool isUndeclaredVariable(unsigned Diagnostic) {
  return Diagnostic == clang::diag::err_undeclared_var_use ||
         Diagnostic == clang::diag::err_undeclared_var_use_suggest;
}

/// Errors of syntax, and `DEFINE(name);` where it is not a macro.
static bool mayHideDeclaration(unsigned Diagnostic) {
  return (Diagnostic >= clang::diag::DIAG_START_PARSE &&
          Diagnostic < clang::diag::DIAG_START_AST) ||
         Diagnostic == clang::diag::err_missing_type_specifier;
}

/// Whether \p Info is about one of our own headers.
static bool isInEmbeddedHeader(const clang::Diagnostic &Info) {
  return Info.hasSourceManager() && Info.getLocation().isValid() &&
         Info.getSourceManager()
             .getFilename(Info.getSourceManager().getFileLoc(Info.getLocation()))
             .starts_with(EmbeddedRoot);
}

/// What nvcc accepts though Clang does not.
static bool isValidForNvcc(const clang::Diagnostic &Info) {
  switch (Info.getID()) {
  case clang::diag::err_ref_bad_target: {
    // A kernel that is launched from device code; and a host function that is called from one
    // for both sides, which nvcc warns about. The first argument says what is referred to, the
    // last from where, in the order of the diagnostic's text.
    constexpr int64_t GlobalFunction = 1, HostFunction = 2, HostDeviceFunction = 3;
    constexpr int64_t AFunction = 0;
    std::optional<int64_t> Target = numberAt(Info, 0);
    return Target == GlobalFunction || (Target == HostFunction && numberAt(Info, 1) == AFunction &&
                                        numberAt(Info, 3) == HostDeviceFunction);
  }
  case clang::diag::err_attributes_not_allowed:
    // `__shared__ alignas(16) float tile[64]`; the variable stays.
    return true;
  case clang::diag::err_asm_invalid_escape:
    // `%globaltimer`, where GCC wants `%%globaltimer`; the statement stays.
    return true;
  case clang::diag::err_undefined_internal_type:
    // A template that our header declares only, used with a lambda.
    return isInEmbeddedHeader(Info);
  default:
    return false;
  }
}

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                                      const clang::Diagnostic &Info) {
  if (LastHasNoMatch && isKernelForDevice(Info)) {
    Errors.pop_back();
    Located.pop_back();
    LastHasNoMatch = false;
  }
  if (Level < clang::DiagnosticsEngine::Error || isValidForNvcc(Info))
    return;
  // Errors are not limited: InstantiationLimit has this reported, and is asked about it.
  if (Info.getID() == clang::diag::fatal_too_many_errors)
    return;
  ParseDiagnostic Error;
  if (Level == clang::DiagnosticsEngine::Fatal)
    Error.Severity = DiagnosticSeverity::Fatal;
  if (isMissingHeader(Info.getID())) {
    Error.Reach = ErrorReach::MissingHeader;
    Error.MissingHeader = nameAt(Info, 0);
  } else if (isUnknownType(Info.getID()))
    Undeclared.Types.insert(nameAt(Info, 0));
  else if (isUndeclaredVariable(Info.getID()))
    Undeclared.Others.insert(nameAt(Info, 0));
  else if (!Reader || !isOfTextAlone(Info, *Reader))
    Undeclared.HasOtherErrors = true;
  SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  Error.Message = Message.str().str();
  bool IsNew = add(std::move(Error), Info.getLocation(),
                   Info.hasSourceManager() ? &Info.getSourceManager() : nullptr);
  if (IsNew)
    Located.back().MayHideDeclaration = mayHideDeclaration(Info.getID());
  LastHasNoMatch = IsNew && Info.getID() == clang::diag::err_ovl_no_viable_function_in_call;
}

bool ErrorCollector::add(ParseDiagnostic Error, clang::SourceLocation Location,
                         const clang::SourceManager *Sources) {
  if (Sources)
    setPosition(Error, Location, *Sources);
  // An error in a template is reported again for each instantiation.
  std::string Key = Error.Path + ":" + std::to_string(Error.Line) + ":" +
                    std::to_string(Error.Column) + ":" + Error.Message;
  if (!Seen.insert(Key).second)
    return false;
  Errors.push_back(std::move(Error));
  Located.push_back({Location});
  return true;
}

bool ErrorCollector::renameFile(StringRef From, StringRef To) {
  if (any_of(Errors, [&](const ParseDiagnostic &Error) {
        return StringRef(Error.Message).contains(sys::path::filename(From));
      }))
    return false;
  for (ParseDiagnostic &Error : Errors)
    if (Error.Path == From)
      Error.Path = To.str();
  StringSet<> Renamed;
  for (StringRef Key : Seen.keys()) {
    bool IsOfFile = Key.starts_with((From + ":").str());
    Renamed.insert(IsOfFile ? (To + Key.drop_front(From.size())).str() : Key.str());
  }
  Seen = std::move(Renamed);
  return true;
}

void ErrorCollector::setReach(clang::ASTContext &Ast,
                              ArrayRef<clang::SourceLocation> KernelSpecifiers) {
  if (Errors.empty())
    return;
  for (auto [Error, IsInHostCode] : zip(Errors, findHostCodeErrors(Ast, KernelSpecifiers, Located)))
    if (IsInHostCode && Error.Reach == ErrorReach::Kernels)
      Error.Reach = ErrorReach::HostCode;
}

} // namespace memlint
