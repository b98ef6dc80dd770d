//===- LaunchFixture.cpp - Launches as text -------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"
#include "cuda-memlint/Frontend/Frontend.h"
#include "cuda-memlint/Launch/LaunchInference.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace memlint {

namespace {

/// What tests use of the C and C++ libraries, marked as a system header is: the
/// libraries' own headers take most of a second.
constexpr const char *HostDeclarations = R"(#include <cuda_runtime.h>
# 1 "host.h" 1 3
extern "C" {
int atoi(const char *); int scanf(const char *, ...); void exit(int) __attribute__((noreturn));
double atof(const char *); long long atoll(const char *);
long strtol(const char *, char **, int); unsigned long strtoul(const char *, char **, int);
double strtod(const char *, char **);
int strcmp(const char *, const char *); int strncmp(const char *, const char *, unsigned long);
int strcasecmp(const char *, const char *); unsigned long strlen(const char *);
char *strchr(const char *, int); char *strrchr(const char *, int);
char *strstr(const char *, const char *); char *strdup(const char *);
char *strcpy(char *, const char *);
int isdigit(int); int toupper(int);
int sscanf(const char *, const char *, ...);
struct option { const char *name; int has_arg; int *flag; int val; };
int getopt(int, char *const *, const char *);
int getopt_long(int, char *const *, const char *, const struct option *, int *);
extern char *optarg; extern int optind;
}
namespace std {
template <typename T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <typename T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T> void swap(T &a, T &b) { T c = a; a = b; b = c; }
}
# 1 "test.cu" 2
)";

std::string number(const auto &Value) { return Value ? std::to_string(*Value) : "_"; }

void collectKernels(const clang::DeclContext *Context,
                    std::vector<const clang::FunctionDecl *> &Kernels) {
  for (const clang::Decl *Each : Context->decls()) {
    if (const auto *Template = llvm::dyn_cast<clang::FunctionTemplateDecl>(Each)) {
      if (Template->getDeclName().isIdentifier() && Template->getName() == "k")
        for (const clang::FunctionDecl *Specialization : Template->specializations())
          Kernels.push_back(Specialization);
    } else if (const auto *Function = llvm::dyn_cast<clang::FunctionDecl>(Each)) {
      if (Function->getDeclName().isIdentifier() && Function->getName() == "k" &&
          Function->isFirstDecl())
        Kernels.push_back(Function);
    } else if (llvm::isa<clang::NamespaceDecl>(Each)) {
      collectKernels(llvm::cast<clang::NamespaceDecl>(Each), Kernels);
    }
  }
}

} // namespace

std::string describe(const LaunchContext &Context) {
  auto Extents = [](const std::array<std::optional<uint64_t>, 3> &Values) {
    return number(Values[0]) + "," + number(Values[1]) + "," + number(Values[2]);
  };
  std::string Text = "grid=" + Extents(Context.Grid) + " block=" + Extents(Context.Block) +
                     " shared=" + number(Context.DynamicSharedBytes) + " args=";
  const char *Separator = "";
  for (const LaunchArgument &Argument : Context.Arguments) {
    Text += Separator;
    Separator = ",";
    Text += number(Argument.Value);
    if (Argument.Multiple != 1)
      Text += "*" + std::to_string(Argument.Multiple);
    if (Argument.AlignmentBytes != 256 || Argument.AlignmentResidue != 0)
      Text += "%" + std::to_string(Argument.AlignmentResidue) + "/" +
              std::to_string(Argument.AlignmentBytes);
  }
  for (auto [Left, Right] : Context.AliasedArguments)
    Text += " " + std::to_string(Left) + "=" + std::to_string(Right);
  for (const std::string &Condition : Context.Conditions)
    Text += " when " + Condition;
  return Text;
}

static std::vector<LaunchContext> contextsOfK(const std::string &Source, bool WithLibraryHeaders,
                                              const ProgramArguments &Arguments = std::nullopt) {
  FrontendOptions Options;
  Options.Toolkit = ToolkitMode::Embedded;
  Options.ForceEmbeddedHostHeaders = !WithLibraryHeaders;
  auto File = parseCudaSource(
      "test.cu",
      (WithLibraryHeaders ? "#include <cuda_runtime.h>\n" : std::string(HostDeclarations)) + Source,
      Options);
  if (!File) {
    ADD_FAILURE() << llvm::toString(File.takeError());
    return {};
  }
  for (const ParseDiagnostic &Each : (*File)->errors())
    ADD_FAILURE() << Each.Line << ": " << Each.Message;
  LaunchCalls Calls((*File)->context(), Arguments,
                    llvm::cantFail(findTarget(FrontendOptions::DefaultArchitecture)));
  std::vector<const clang::FunctionDecl *> Kernels;
  collectKernels((*File)->context().getTranslationUnitDecl(), Kernels);
  std::vector<LaunchContext> Result;
  for (const clang::FunctionDecl *Kernel : Kernels)
    llvm::append_range(Result, Calls.of(Kernel));
  return Result;
}

std::vector<std::string> launchesOfK(const std::string &Source, bool WithLibraryHeaders,
                                     const ProgramArguments &Arguments) {
  std::vector<std::string> Result;
  for (const LaunchContext &Context : contextsOfK(Source, WithLibraryHeaders, Arguments))
    Result.push_back(describe(Context));
  return Result;
}

std::vector<std::string> doubtsOfK(const std::string &Source) {
  std::vector<std::string> Result;
  for (const LaunchContext &Context : contextsOfK(Source, /*WithLibraryHeaders=*/false)) {
    std::string &Text = Result.emplace_back();
    for (const DoubtfulPointers &Pair : Context.DoubtfulArguments)
      Text += (Text.empty() ? "" : " ") + std::to_string(Pair.First) + "?" +
              std::to_string(Pair.Second) + (Pair.Caller.empty() ? "" : ":" + Pair.Caller);
  }
  return Result;
}

std::vector<std::string> launchesInMain(const std::string &Body, const std::string &Declarations,
                                        const ProgramArguments &Arguments) {
  return launchesOfK("__global__ void k(int *p, int n) { p[threadIdx.x] = n; }\n" + Declarations +
                         "\nint main(int argc, char **argv) {\nint *p;\n" +
                         "cudaMalloc(&p, 4096);\n" + Body + "\nreturn 0; }\n",
                     /*WithLibraryHeaders=*/false, Arguments);
}

} // namespace memlint
