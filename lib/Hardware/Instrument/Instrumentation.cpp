//===- Instrumentation.cpp - A source that counts its own requests --------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Instrument/Instrumentation.h"

#include "InstrumentedText.h"
#include "OwnFiles.h"
#include "SourceExpressions.h"

#include "cuda-memlint/CudaModel/DeviceFunction.h"
#include "cuda-memlint/Frontend/CrashGuard.h"
#include "cuda-memlint/Hardware/Harness/Harness.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <tuple>

using namespace clang;
using llvm::StringRef;

namespace memlint {

extern const EmbeddedFile InstrumentationFiles[];
extern const size_t InstrumentationFilesCount;

llvm::ArrayRef<EmbeddedFile> instrumentationRuntime() {
  return llvm::ArrayRef(InstrumentationFiles, InstrumentationFilesCount);
}

namespace {

/// A part of an object: bytes from its start, bytes.
using Piece = std::pair<uint64_t, unsigned>;
using Pieces = std::vector<Piece>;

auto locationKey(const SourcePosition &Position) {
  return std::tie(Position.Path, Position.Line, Position.Column, Position.EndLine,
                  Position.EndColumn);
}

struct EarlierPosition {
  bool operator()(const SourcePosition &A, const SourcePosition &B) const {
    return locationKey(A) < locationKey(B);
  }
};

/// All accesses of one kind at one piece of text.
struct KindOfUse {
  /// The decompositions of the object into pieces, each once.
  std::vector<Pieces> Ways;
  RequestForm Form = RequestForm::Plain;
  /// Why no number can be given to it, if so.
  std::string Problem;
};

/// All accesses at one piece of text.
struct TextUse {
  std::string Text;
  bool InMacro = false;
  std::map<AccessKind, KindOfUse> Kinds;
};

StringRef siteKind(AccessKind Kind, RequestForm Form) {
  if (Kind == AccessKind::Load)
    return "Load";
  if (Kind == AccessKind::Store)
    return "Store";
  return Form == RequestForm::NativeAtomic     ? "NativeAtomic"
         : Form == RequestForm::Increment      ? "Increment"
         : Form == RequestForm::CompareAndSwap ? "CompareAndSwap"
                                               : "AtomicLoop";
}

class Instrumenter {
public:
  Instrumenter(ParsedFile &Parsed, const FileAnalysis &File)
      : Ast(Parsed.context()), Sources(Parsed.sourceManager()), File(File),
        Files(ownFiles(Sources)), Tree(Ast, Files) {
    Result.Path = File.Path;
    for (const OwnFile &Each : Files)
      Texts.emplace_back(Sources.getBufferData(Each.Id));
  }

  InstrumentedSource run() {
    for (const KernelAnalysis &Kernel : File.Kernels)
      collect(Kernel.Program);
    for (auto &[Position, Use] : Uses) {
      std::string Reason = rewrite(Position, Use);
      if (!Reason.empty())
        for (auto &[Kind, Ways] : Use.Kinds)
          Result.LeftAlone.push_back({Position, Kind, Use.Text, Reason});
    }
    announceKernels();
    announceLaunches();
    Result.Text = Texts[0].finish();
    std::string Whole = Result.Text;
    for (unsigned Index = 1; Index != Files.size(); ++Index) {
      Result.Headers.push_back({Files[Index].Name, Texts[Index].finish()});
      Whole += Result.Headers.back().Text;
    }
    Result.Key = llvm::utohexstr(llvm::xxh3_64bits(Whole), /*LowerCase=*/true);
    Result.Text = prelude() + Result.Text;
    return std::move(Result);
  }

private:
  void collect(const KernelProgram &Kernel) {
    for (size_t Index = 0; Index < Kernel.Accesses.size();) {
      const Access &First = Kernel.Accesses[Index];
      size_t Count = 1;
      while (Count < First.Parts && Index + Count < Kernel.Accesses.size() &&
             Kernel.Accesses[Index + Count].Part == Count)
        ++Count;
      llvm::ArrayRef<Access> Parts(&First, Count);
      Index += Count;
      if (First.Space == MemorySpace::Local)
        continue;
      TextUse &Use = Uses[First.Position];
      Use.Text = First.Text;
      Use.InMacro |= First.Position.InMacro;
      KindOfUse &Kind = Use.Kinds[First.Kind];
      if (!Kind.Ways.empty() && Kind.Form != First.Form)
        Kind.Form = RequestForm::AtomicLoop;
      else
        Kind.Form = First.Form;
      if (Kernel.Objects[First.Object].Kind == ObjectKind::ParameterSpace)
        Kind.Problem = "a kernel parameter has no address of its own";
      std::optional<Pieces> Way = piecesOf(Parts);
      if (!Way)
        Kind.Problem = "its parts are unknown";
      else if (!llvm::is_contained(Kind.Ways, *Way))
        Kind.Ways.push_back(std::move(*Way));
    }
  }

  std::optional<Pieces> piecesOf(llvm::ArrayRef<Access> Parts) {
    if (Parts.size() != Parts.front().Parts || Parts.front().Part != 0)
      return std::nullopt;
    Pieces Way;
    for (const Access &Part : Parts) {
      uint64_t Offset = 0;
      if (&Part != &Parts.front()) {
        if (!Part.Offset || !Parts.front().Offset)
          return std::nullopt;
        ExprRef Distance = File.Expressions->subtract(Part.Offset, Parts.front().Offset);
        if (!Distance->isConstant() || Distance->constantTerm() <= 0)
          return std::nullopt;
        Offset = uint64_t(Distance->constantTerm());
      }
      Way.push_back({Offset, Part.Bytes});
    }
    return Way;
  }

  /// Gives the accesses at \p Position sites, or says why not.
  std::string rewrite(const SourcePosition &Position, const TextUse &Use) {
    auto Own =
        llvm::find_if(Files, [&](const OwnFile &Each) { return Each.Path == Position.Path; });
    if (Own == Files.end())
      return "it is in a header that is not copied";
    if (Use.InMacro)
      return "it is in a macro";
    for (auto &[Kind, Ways] : Use.Kinds)
      if (!Ways.Problem.empty())
        return Ways.Problem;
    if (Use.Kinds.count(AccessKind::AsyncCopy))
      return "it is an asynchronous copy";
    std::optional<TextRange> Range = rangeOf(unsigned(Own - Files.begin()), Position);
    llvm::ArrayRef<ExpressionUse> Expressions =
        Range ? Tree.at(*Range) : llvm::ArrayRef<ExpressionUse>();
    if (Expressions.empty())
      return "no expression in the source corresponds to it";
    llvm::SmallVector<const clang::Expr *> Objects;
    const CallExpr *Call = nullptr;
    for (const ExpressionUse &Each : Expressions) {
      if (Each.InConstexpr)
        return "it is in a constexpr function";
      if (Each.InAssembly)
        return "it is an operand of inline assembly";
      if (Each.Expression->isLValue())
        Objects.push_back(Each.Expression);
      else if (const auto *Called = dyn_cast<CallExpr>(Each.Expression))
        Call = Called;
    }
    if (Objects.empty())
      return Call ? rewriteCall(Position, Use, *Call) : "it has no address";
    return rewriteObject(Position, Use, *Range, Objects, Expressions.front().Assigned);
  }

  std::string rewriteObject(const SourcePosition &Position, const TextUse &Use, TextRange Range,
                            llvm::ArrayRef<const clang::Expr *> Objects, bool Assigned) {
    for (const clang::Expr *Object : Objects)
      if (std::string Reason = whyNotReferred(*Object); !Reason.empty())
        return Reason;
    auto Load = Use.Kinds.find(AccessKind::Load), Store = Use.Kinds.find(AccessKind::Store);
    bool Loads = Load != Use.Kinds.end(), Stores = Store != Use.Kinds.end();
    if (Use.Kinds.count(AccessKind::Atomic))
      return "no argument of a call corresponds to it";
    // What a constructor writes to is not what is written there.
    if (Stores && !Assigned)
      return "the written object is not named";
    Pieces Parts;
    for (auto &[Kind, Ways] : Use.Kinds)
      if (!onePieceEach(Ways.Ways, Objects)) {
        if (Ways.Ways.size() != 1)
          return "its parts differ between instantiations";
        if (Loads && Stores)
          return "an object in parts is updated";
        Parts = Ways.Ways.front();
      }
    llvm::SmallVector<TextRange> Chosen;
    if (!addChoices(*Objects.front(), Range, Chosen))
      return "it is in a macro";
    std::string Arguments;
    for (auto &[Kind, Ways] : Use.Kinds) {
      Arguments += (Arguments.empty() ? "" : ", ") + std::to_string(Result.Sites.size());
      for (unsigned Part = 0; Part != std::max<size_t>(1, Parts.size()); ++Part)
        addSite(Position, Use, Kind, Ways.Form, Part);
    }
    for (auto [Offset, Bytes] : Parts)
      Arguments += ", " + std::to_string(Offset) + ", " + std::to_string(Bytes);
    StringRef Function = Loads && Stores ? "update" : Loads ? "load" : "store";
    bool Comma = llvm::any_of(Objects, [](const clang::Expr *Object) {
      const auto *Operator = dyn_cast<BinaryOperator>(Object);
      return Operator && Operator->isCommaOp();
    });
    for (TextRange Each : Chosen)
      wrap(Each, ("memlint_runtime::" + Function + "<" + Arguments + ">(").str(), ")");
    if (Comma)
      wrap(Range, "(", ")");
    return {};
  }

  /// The objects that \p Object, written at \p Range, may be: lanes that choose
  /// differently make requests of their own. False when one is not written there.
  bool addChoices(const clang::Expr &Object, TextRange Range,
                  llvm::SmallVectorImpl<TextRange> &Chosen) const {
    const auto *Choice = dyn_cast<ConditionalOperator>(Object.IgnoreParens());
    if (!Choice) {
      Chosen.push_back(Range);
      return true;
    }
    for (const clang::Expr *Arm : {Choice->getTrueExpr(), Choice->getFalseExpr()}) {
      std::optional<TextRange> Inside = Tree.textOf(Arm->getSourceRange());
      if (!Inside || !addChoices(*Arm, *Inside, Chosen))
        return false;
    }
    return true;
  }

  std::string rewriteCall(const SourcePosition &Position, const TextUse &Use,
                          const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    std::optional<DeviceFunction> Known;
    if (Callee && Callee->getDeclName().isIdentifier() && !isa<CXXMemberCallExpr>(Call))
      Known = deviceFunction(Callee->getName());
    if (!Known || !Known->isAccess() || Call.getNumArgs() == 0)
      return "it is inside a function of a header";
    const clang::Expr *Pointer = Call.getArg(0)->IgnoreParenImpCasts();
    if (!Pointer->getType()->isPointerType() && !Pointer->getType()->isArrayType())
      return "the address is not given as a pointer";
    std::optional<TextRange> Range = Tree.textOf(Call.getArg(0)->getSourceRange());
    if (!Range)
      return "it is in a macro";
    if (Use.Kinds.size() != 1)
      return "it is inside a function of a header";
    auto &[Kind, Ways] = *Use.Kinds.begin();
    if (llvm::any_of(Ways.Ways, [](const Pieces &Way) { return Way.size() != 1; }))
      return "a function accesses it in parts";
    wrap(*Range,
         "memlint_runtime::through<" + std::to_string(Result.Sites.size()) +
             ", memlint_runtime::" + siteKind(Kind, Ways.Form).str() + ">(",
         ")");
    addSite(Position, Use, Kind, Ways.Form, 0);
    return {};
  }

  /// Why no reference can be bound to \p Object, if so.
  std::string whyNotReferred(const clang::Expr &Object) const {
    if (Object.getObjectKind() == OK_BitField)
      return "it is a bit-field";
    if (Object.getObjectKind() != OK_Ordinary)
      return "it is a part of a vector";
    QualType Type = Object.getType();
    if (Type->isArrayType())
      return "it is a whole array";
    if (!Type->isObjectType() || Type->isIncompleteType())
      return "it is not an object";
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&Object);
        Cast && (Cast->getCastKind() == CK_DerivedToBase ||
                 Cast->getCastKind() == CK_UncheckedDerivedToBase))
      return "it is a base of an object";
    for (const clang::Expr *Each = Object.IgnoreParenImpCasts(); isa<MemberExpr>(Each);) {
      const auto *Member = cast<MemberExpr>(Each);
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (Field && (Field->hasAttr<PackedAttr>() || Field->getParent()->hasAttr<PackedAttr>() ||
                    Field->getParent()->hasAttr<MaxFieldAlignmentAttr>()))
        return "it is in a packed structure";
      Each = Member->getBase()->IgnoreParenImpCasts();
    }
    return {};
  }

  /// Whether each of \p Objects is accessed whole, by one piece.
  bool onePieceEach(const std::vector<Pieces> &Ways,
                    llvm::ArrayRef<const clang::Expr *> Objects) const {
    return llvm::all_of(Ways, [&](const Pieces &Way) {
      return Way.size() == 1 && llvm::any_of(Objects, [&](const clang::Expr *Object) {
               return Ast.getTypeSizeInChars(Object->getType()).getQuantity() == Way[0].second;
             });
    });
  }

  void addSite(const SourcePosition &Position, const TextUse &Use, AccessKind Kind,
               RequestForm Form, unsigned Part) {
    InstrumentedSite Site;
    Site.Number = unsigned(Result.Sites.size());
    Site.Position = Position;
    Site.Kind = Kind;
    Site.Form = Form;
    Site.Part = Part;
    Site.Text = Use.Text;
    Result.Sites.push_back(std::move(Site));
  }

  std::optional<TextRange> rangeOf(unsigned Index, const SourcePosition &Position) const {
    auto Offset = [&](unsigned Line, unsigned Column) {
      return Sources.getFileOffset(Sources.translateLineCol(Files[Index].Id, Line, Column));
    };
    if (!Position.Line || !Position.EndLine)
      return std::nullopt;
    return TextRange{Index, Offset(Position.Line, Position.Column),
                     Offset(Position.EndLine, Position.EndColumn)};
  }

  void wrap(TextRange Range, const std::string &Before, const std::string &After) {
    Texts[Range.File].wrap(Range.Begin, Range.End, Before, After);
  }

  /// The brace that opens \p Body.
  std::optional<TextRange> braceOf(const Stmt *Body) const {
    const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
    return Block ? Tree.textOf(SourceRange(Block->getLBracLoc(), Block->getLBracLoc()))
                 : std::nullopt;
  }

  void announceKernels() {
    for (auto &[Name, Function] : Tree.kernels()) {
      std::optional<TextRange> Brace = braceOf(Function->getBody());
      if (!Brace)
        continue;
      InstrumentedKernel Kernel;
      Kernel.Number = unsigned(Result.Kernels.size());
      PresumedLoc Presumed =
          Sources.getPresumedLoc(Function->getLocation(), /*UseLineDirectives=*/false);
      Kernel.Position.Path = Presumed.getFilename();
      Kernel.Position.Line = Presumed.getLine();
      Kernel.Position.Column = Presumed.getColumn();
      Kernel.Name = Function->getQualifiedNameAsString();
      const FunctionTemplateDecl *Template = Function->getPrimaryTemplate();
      if (!Template)
        Template = Function->getDescribedFunctionTemplate();
      if (Template)
        for (const NamedDecl *Parameter : *Template->getTemplateParameters())
          Kernel.TemplateParameters.push_back(Parameter->getNameAsString());
      for (const KernelAnalysis &Known : File.Kernels)
        if (Known.Program.Position.Path == Kernel.Position.Path &&
            Known.Program.Position.Line == Kernel.Position.Line &&
            Known.Program.Position.Column == Kernel.Position.Column)
          Kernel.Analysed.push_back(Known.Program.Name);
      Texts[Brace->File].insert(Brace->End, " memlint_runtime::enter(" +
                                                std::to_string(Kernel.Number) +
                                                ", __PRETTY_FUNCTION__);");
      Result.Kernels.push_back(std::move(Kernel));
    }
  }

  void announceLaunches() {
    for (auto &[Range, Launch] : Tree.launches())
      wrap(Range, "(memlint_runtime::begin(), ", ")");
    if (std::optional<TextRange> Brace = braceOf(Tree.mainBody()))
      Texts[Brace->File].insert(Brace->End, " memlint_runtime::begin();");
  }

  std::string prelude() const {
    std::string Path = "\"";
    for (char Letter : File.Path) {
      if (Letter == '"' || Letter == '\\')
        Path += '\\';
      Path += Letter;
    }
    Path += '"';
    return "#define MEMLINT_SITES " + std::to_string(Result.Sites.size()) +
           "\n#define MEMLINT_SOURCE " + Path + "\n#define MEMLINT_KEY \"" + Result.Key +
           "\"\n#include \"memlint_runtime.cuh\"\n#line 1 " + Path + "\n";
  }

  ASTContext &Ast;
  const SourceManager &Sources;
  const FileAnalysis &File;
  const std::vector<OwnFile> Files;
  SourceExpressions Tree;
  /// By file.
  std::vector<InstrumentedText> Texts;
  std::map<SourcePosition, TextUse, EarlierPosition> Uses;
  InstrumentedSource Result;
};

} // namespace

std::optional<unsigned> InstrumentedSource::siteOf(const Access &Site) const {
  for (const InstrumentedSite &Each : Sites)
    if (Each.Kind == Site.Kind && Each.Part == Site.Part &&
        locationKey(Each.Position) == locationKey(Site.Position))
      return Each.Number;
  return std::nullopt;
}

InstrumentedSource instrumentSource(ParsedFile &Parsed, const FileAnalysis &File) {
  InstrumentedSource Result = Instrumenter(Parsed, File).run();
  Result.Files = filesRead(Parsed.sourceManager(), Parsed.toolkitPath());
  return Result;
}

void keepForPrograms(ParsedFile &Parsed, FileAnalysis &File,
                     llvm::ArrayRef<const FunctionDecl *> Functions) {
  // What was analysed stands if this breaks down.
  runGuarded([&] { describeSignatures(File, Functions); });
  runGuarded([&] {
    File.Instrumented = std::make_shared<const InstrumentedSource>(instrumentSource(Parsed, File));
  });
}

llvm::Expected<InstrumentedSource> instrumentedCopy(const FileAnalysis &File) {
  if (!File.Instrumented)
    return llvm::createStringError("instrumenting '" + File.Path +
                                   "' crashed; this is a bug in cuda-memlint, please report it");
  return *File.Instrumented;
}

} // namespace memlint
