//===- Instrument.cpp - A device module that logs what it touches ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns the unoptimised device module that Clang makes of a CUDA file into an
/// object file for the host, in which every access to memory, every call and
/// every iteration of a loop is reported to the oracle's run time. Nothing of the
/// library under test is used here: sizes, kinds and places are those of the
/// instructions, loops are LLVM's natural loops.
///
///   oracle-instrument DEVICE.bc HOST.o SHIM_FOLDER
///
/// Functions whose source lies in SHIM_FOLDER (`__ldg`, `atomicAdd`, …) stand for
/// something built in: what they touch counts as done where they are called.
///
//===----------------------------------------------------------------------===//

#include "InlineAssembly.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

/// Address spaces of the NVPTX target, as in LLVM's NVPTX usage guide.
enum : unsigned { GlobalSpace = 1, SharedSpace = 3, ConstantSpace = 4 };

/// Kinds of access, as in oracle::Kind of the run time.
enum : unsigned { LoadKind, StoreKind, AtomicKind, CompareAndSwapKind };

class Instrumenter {
public:
  Instrumenter(Module &Device, StringRef ShimFolder)
      : Device(Device), Types(Device.getContext()), ShimFolder(ShimFolder),
        Pointer(PointerType::getUnqual(Types)), Word(Type::getInt32Ty(Types)),
        Long(Type::getInt64Ty(Types)), Void(Type::getVoidTy(Types)) {}

  void run() {
    findKernels();
    moveGlobals();
    renameIntrinsics();
    lowerInlineAssembly(Device);
    Registration = Function::Create(FunctionType::get(Void, false), Function::InternalLinkage,
                                    "oracleRegisterAll", Device);
    BasicBlock::Create(Types, "", Registration);
    SmallVector<Function *> Bodies;
    for (Function &Body : Device)
      if (!Body.isDeclaration() && &Body != Registration)
        Bodies.push_back(&Body);
    for (Function *Body : Bodies) {
      prepare(*Body);
      instrument(*Body);
    }
    for (Function *Kernel : Kernels)
      wrap(*Kernel);
    for (Function *Body : Bodies) {
      Body->setLinkage(GlobalValue::InternalLinkage);
      Body->setComdat(nullptr);
      Body->setVisibility(GlobalValue::DefaultVisibility);
    }
    registerGlobals();
    IRBuilder<>(&Registration->back()).CreateRetVoid();
    appendToGlobalCtors(Device, Registration, 0);
  }

private:
  FunctionCallee runtime(StringRef Name, Type *Result, ArrayRef<Type *> Parameters) {
    return Device.getOrInsertFunction(Name, FunctionType::get(Result, Parameters, false));
  }

  void findKernels() {
    if (NamedMDNode *Annotations = Device.getNamedMetadata("nvvm.annotations")) {
      for (MDNode *Annotation : Annotations->operands()) {
        auto *Kernel = mdconst::dyn_extract_or_null<Function>(Annotation->getOperand(0));
        if (Kernel && !Kernel->isDeclaration() &&
            cast<MDString>(Annotation->getOperand(1))->getString() == "kernel")
          Kernels.push_back(Kernel);
      }
      Annotations->eraseFromParent();
    }
  }

  /// Variables of all spaces become variables of the host, by their own names.
  void moveGlobals() {
    for (StringRef Name : {"llvm.compiler.used", "llvm.used"})
      if (GlobalVariable *Kept = Device.getGlobalVariable(Name))
        Kept->eraseFromParent();
    SmallVector<GlobalVariable *> Old;
    for (GlobalVariable &Variable : Device.globals())
      if (Variable.getAddressSpace() != 0)
        Old.push_back(&Variable);
      else
        Variables.push_back({&Variable, 0});
    for (GlobalVariable *Variable : Old) {
      Constant *Moved = nullptr;
      if (Variable->getAddressSpace() == SharedSpace && Variable->isDeclaration()) {
        Moved = Device.getOrInsertGlobal("oracleDynamicShared",
                                         ArrayType::get(Type::getInt8Ty(Types), 0));
      } else {
        Constant *Initial = Constant::getNullValue(Variable->getValueType());
        if (Variable->hasInitializer() && !isa<UndefValue>(Variable->getInitializer()))
          Initial = Variable->getInitializer();
        auto *Copy = new GlobalVariable(Device, Variable->getValueType(), false,
                                        GlobalValue::InternalLinkage, Initial, "");
        // Objects start at the boundaries that an allocation of their own would.
        Copy->setAlignment(std::max(Align(256), Variable->getAlign().valueOrOne()));
        Copy->takeName(Variable);
        Variables.push_back(
            {Copy, Variable->hasPrivateLinkage() ? 0 : Variable->getAddressSpace()});
        Moved = Copy;
      }
      for (User *Use : make_early_inc_range(Variable->users()))
        if (auto *Cast = dyn_cast<ConstantExpr>(Use);
            Cast && Cast->getOpcode() == Instruction::AddrSpaceCast && Cast->getType() == Pointer)
          Cast->replaceAllUsesWith(Moved);
      Variable->removeDeadConstantUsers();
      Variable->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(Moved, Variable->getType()));
      Variable->eraseFromParent();
    }
  }

  /// What the device has built in becomes functions of the run time.
  void renameIntrinsics() {
    for (Function &Builtin : make_early_inc_range(Device)) {
      if (!Builtin.isDeclaration())
        continue;
      std::string Name;
      if (Builtin.getName().starts_with("llvm.nvvm."))
        for (char Letter : Builtin.getName().drop_front(5))
          Name += Letter == '.' ? '_' : Letter;
      else if (Builtin.getName() == "vprintf")
        Name = "oracleVprintf";
      else
        continue;
      Function *Own =
          Function::Create(Builtin.getFunctionType(), Function::ExternalLinkage, Name, Device);
      Builtin.replaceAllUsesWith(Own);
      for (User *Use : Own->users())
        if (auto *Call = dyn_cast<CallBase>(Use))
          Call->setAttributes({});
      Builtin.eraseFromParent();
    }
  }

  /// Attributes that are the device's, or that let what runs in lockstep be moved.
  static void prepare(Function &Body) {
    AttributeMask Gone;
    Gone.addAttribute("target-cpu");
    Gone.addAttribute("target-features");
    Gone.addAttribute(Attribute::OptimizeNone);
    Body.removeFnAttrs(Gone);
    Body.removeFnAttr(Attribute::Memory);
    Body.setCallingConv(CallingConv::C);
    for (Instruction &Each : instructions(Body))
      if (auto *Call = dyn_cast<CallBase>(&Each)) {
        Call->removeFnAttr(Attribute::Memory);
        if (!isa<IntrinsicInst>(Call))
          Call->setCallingConv(CallingConv::C);
      }
  }

  /// Whole, however the compiler has split it.
  static std::string pathOf(const DILocation *Where) {
    if (!Where)
      return "";
    SmallString<128> Path = Where->getFilename();
    sys::fs::make_absolute(Where->getDirectory(), Path);
    return std::string(Path);
  }

  bool isShim(const DILocation *Where) const {
    return StringRef(pathOf(Where)).starts_with(ShimFolder);
  }

  Constant *text(IRBuilder<> &Builder, StringRef Words) {
    auto [Place, New] = Texts.try_emplace(Words, nullptr);
    if (New)
      Place->second = Builder.CreateGlobalString(Words);
    return Place->second;
  }

  /// Numbers a source location and registers it with the run time.
  Value *registered(StringRef Registrar, unsigned &Count, const DILocation *Where,
                    ArrayRef<unsigned> More) {
    IRBuilder<> Builder(&Registration->back());
    SmallVector<Value *> Arguments = {
        Builder.getInt32(Count), Builder.getInt32(Where ? Where->getLine() : 0),
        Builder.getInt32(Where ? Where->getColumn() : 0), Builder.getInt32(isShim(Where)),
        text(Builder, pathOf(Where))};
    SmallVector<Type *> Parameters = {Word, Word, Word, Word, Pointer};
    for (unsigned Number : More) {
      Arguments.push_back(Builder.getInt32(Number));
      Parameters.push_back(Word);
    }
    Builder.CreateCall(runtime(Registrar, Void, Parameters), Arguments);
    return Builder.getInt32(Count++);
  }

  struct Touch {
    Value *Address;
    uint64_t Offset;
    uint64_t Bytes;
    unsigned Kind;
  };

  static bool isAutomatic(const Value *Address) {
    return isa<AllocaInst>(getUnderlyingObject(Address));
  }

  /// The aligned pieces of at most 16 bytes in which a whole struct is copied;
  /// what its type leaves unused is not.
  void addPieces(SmallVectorImpl<Touch> &Touches, const MemTransferInst &Copy, Value *Address,
                 unsigned Kind) {
    auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
    if (!Length || isAutomatic(Address))
      return;
    uint64_t Alignment =
        (Kind == LoadKind ? Copy.getSourceAlign() : Copy.getDestAlign()).valueOrOne().value();
    SmallVector<std::pair<uint64_t, uint64_t>> Used;
    if (MDNode *Fields = Copy.getMetadata(LLVMContext::MD_tbaa_struct)) {
      for (unsigned Field = 0; Field + 2 < Fields->getNumOperands(); Field += 3) {
        uint64_t Start = mdconst::extract<ConstantInt>(Fields->getOperand(Field))->getZExtValue();
        uint64_t End =
            Start + mdconst::extract<ConstantInt>(Fields->getOperand(Field + 1))->getZExtValue();
        if (!Used.empty() && Used.back().second == Start)
          Used.back().second = End;
        else
          Used.push_back({Start, End});
      }
    } else {
      Used.push_back({0, Length->getZExtValue()});
    }
    for (auto [Start, End] : Used)
      while (Start < End) {
        uint64_t Piece = std::min<uint64_t>(Alignment, 16);
        while (Start % Piece != 0 || Start + Piece > End)
          Piece /= 2;
        Touches.push_back({Address, Start, Piece, Kind});
        Start += Piece;
      }
  }

  SmallVector<Touch> touchesOf(Instruction &Each) {
    SmallVector<Touch> Touches;
    const DataLayout &Layout = Device.getDataLayout();
    auto Add = [&](Value *Address, Type *Accessed, unsigned Kind) {
      if (!isAutomatic(Address))
        Touches.push_back({Address, 0, Layout.getTypeStoreSize(Accessed).getFixedValue(), Kind});
    };
    if (auto *Load = dyn_cast<LoadInst>(&Each))
      Add(Load->getPointerOperand(), Load->getType(), LoadKind);
    else if (auto *Store = dyn_cast<StoreInst>(&Each))
      Add(Store->getPointerOperand(), Store->getValueOperand()->getType(), StoreKind);
    else if (auto *Update = dyn_cast<AtomicRMWInst>(&Each))
      Add(Update->getPointerOperand(), Update->getType(), AtomicKind);
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&Each))
      Add(Exchange->getPointerOperand(), Exchange->getCompareOperand()->getType(),
          CompareAndSwapKind);
    else if (auto *Copy = dyn_cast<MemTransferInst>(&Each)) {
      addPieces(Touches, *Copy, Copy->getRawSource(), LoadKind);
      addPieces(Touches, *Copy, Copy->getRawDest(), StoreKind);
    }
    return Touches;
  }

  /// Functions of the run time that wait for other threads, and report where.
  static bool isBarrier(StringRef Name) {
    return Name.starts_with("nvvm_barrier") || Name.starts_with("__syncthreads") ||
           is_contained({"oracleWarpBarrier", "oracleNamedBarrier", "oracleNamedArrival",
                         "oracleGridBarrier"},
                        Name);
  }

  /// Where the address is written, which is where a reader would point; the
  /// instruction of `a[i] = x` itself says where `=` is.
  static const DILocation *debugLocation(Instruction &Each, Value *Address) {
    if (auto *Computed = dyn_cast<Instruction>(Address); Computed && Computed->getDebugLoc())
      return Computed->getDebugLoc();
    return Each.getDebugLoc();
  }

  /// What is copied or set as a whole, be its length known or not.
  void instrumentRanges(Instruction &Each) {
    auto *Set = dyn_cast<MemIntrinsic>(&Each);
    if (!Set)
      return;
    auto Report = [&](Value *Address, unsigned Kind) {
      if (isAutomatic(Address))
        return;
      IRBuilder<> Builder(&Each);
      if (Address->getType() != Pointer)
        Address = Builder.CreateAddrSpaceCast(Address, Pointer);
      Value *Site =
          registered("oracleRegisterSite", SiteCount, debugLocation(Each, Address), {Kind, 0});
      Builder.CreateCall(runtime("oracleRange", Void, {Word, Pointer, Long}),
                         {Site, Address, Builder.CreateZExtOrTrunc(Set->getLength(), Long)});
    };
    Report(Set->getRawDest(), StoreKind);
    if (auto *Copy = dyn_cast<MemTransferInst>(Set))
      Report(Copy->getRawSource(), LoadKind);
  }

  void instrument(Function &Body) {
    SmallVector<Instruction *> Original;
    for (Instruction &Each : instructions(Body))
      Original.push_back(&Each);
    instrumentLoops(Body);
    for (Instruction *Each : Original) {
      for (const Touch &Part : touchesOf(*Each)) {
        IRBuilder<> Builder(Each);
        Value *Address = Builder.CreatePtrAdd(Part.Address, Builder.getInt64(Part.Offset));
        if (Address->getType() != Pointer)
          Address = Builder.CreateAddrSpaceCast(Address, Pointer);
        Value *Site =
            registered("oracleRegisterSite", SiteCount, debugLocation(*Each, Part.Address),
                       {Part.Kind, unsigned(Part.Bytes)});
        Builder.CreateCall(runtime("oracleAccess", Void, {Word, Pointer}), {Site, Address});
      }
      instrumentRanges(*Each);
      auto *Call = dyn_cast<CallInst>(Each);
      if (!Call || Call->isInlineAsm() || isa<IntrinsicInst>(Call))
        continue;
      if (Function *Callee = Call->getCalledFunction();
          Callee && Callee->isDeclaration() && !isBarrier(Callee->getName()))
        continue;
      IRBuilder<> Builder(Call);
      Value *Label = registered("oracleRegisterCall", LabelCount, Call->getDebugLoc(), {});
      Value *Before = Builder.CreateCall(runtime("oracleEnter", Pointer, {Word}), {Label});
      Builder.SetInsertPoint(Call->getNextNode());
      Builder.CreateCall(runtime("oracleRestore", Void, {Pointer}), {Before});
    }
  }

  /// Iterations are counted from where a loop is entered; every way out of it
  /// goes back to the path outside.
  void instrumentLoops(Function &Body) {
    DominatorTree Dominators(Body);
    LoopInfo Loops(Dominators);
    if (Loops.empty())
      return;
    MapVector<Loop *, std::pair<Value *, Value *>> Known; // number, saved path
    IRBuilder<> Entry(&*Body.getEntryBlock().getFirstInsertionPt());
    for (Loop *Each : Loops.getLoopsInPreorder()) {
      Value *Label = registered("oracleRegisterLoop", LabelCount,
                                Each->getStartLoc() ? Each->getStartLoc().get() : nullptr, {});
      Known[Each] = {Label, Entry.CreateAlloca(Pointer)};
    }
    struct Edge {
      BasicBlock *From, *To;
      Loop *Left, *Entered;
    };
    SmallVector<Edge> Edges;
    for (BasicBlock &From : Body) {
      SmallPtrSet<BasicBlock *, 4> Seen;
      for (BasicBlock *To : successors(&From)) {
        if (!Seen.insert(To).second)
          continue;
        Edge Way = {&From, To, nullptr, nullptr};
        for (Loop *Around = Loops.getLoopFor(&From); Around && !Around->contains(To);
             Around = Around->getParentLoop())
          Way.Left = Around;
        if (Loop *Target = Loops.getLoopFor(To);
            Target && Target->getHeader() == To && !Target->contains(&From))
          Way.Entered = Target;
        if (Way.Left || Way.Entered)
          Edges.push_back(Way);
      }
    }
    for (auto &[Each, Data] : Known) {
      IRBuilder<> Builder(&*Each->getHeader()->getFirstInsertionPt());
      Builder.CreateCall(runtime("oracleTick", Void, {}), {});
    }
    for (const Edge &Way : Edges) {
      BasicBlock *Between = BasicBlock::Create(Types, "", &Body, Way.To);
      IRBuilder<> Builder(Between);
      if (Way.Left)
        Builder.CreateCall(runtime("oracleRestore", Void, {Pointer}),
                           {Builder.CreateLoad(Pointer, Known[Way.Left].second)});
      if (Way.Entered) {
        auto [Label, Saved] = Known[Way.Entered];
        Builder.CreateStore(Builder.CreateCall(runtime("oracleEnter", Pointer, {Word}), {Label}),
                            Saved);
      }
      Builder.CreateBr(Way.To);
      Way.From->getTerminator()->replaceSuccessorWith(Way.To, Between);
      for (PHINode &Merge : Way.To->phis()) {
        bool First = true;
        for (int Index = Merge.getNumIncomingValues() - 1; Index >= 0; --Index) {
          if (Merge.getIncomingBlock(Index) != Way.From)
            continue;
          if (First)
            Merge.setIncomingBlock(Index, Between);
          else
            Merge.removeIncomingValue(Index, false);
          First = false;
        }
      }
    }
  }

  /// A function that takes a kernel's arguments as cudaLaunchKernel does.
  void wrap(Function &Kernel) {
    Function *Wrapper = Function::Create(FunctionType::get(Void, {Pointer}, false),
                                         Function::InternalLinkage, "", Device);
    IRBuilder<> Builder(BasicBlock::Create(Types, "", Wrapper));
    SmallVector<Value *> Arguments;
    IRBuilder<> Registrar(&Registration->back());
    const DISubprogram *Where = Kernel.getSubprogram();
    Registrar.CreateCall(runtime("oracleRegisterKernel", Void, {Pointer, Pointer, Word}),
                         {text(Registrar, Kernel.getName()), Wrapper,
                          Registrar.getInt32(Where ? Where->getLine() : 0)});
    for (Argument &Parameter : Kernel.args()) {
      Value *Place = Builder.CreateLoad(
          Pointer, Builder.CreateConstGEP1_32(Pointer, Wrapper->getArg(0), Parameter.getArgNo()));
      bool InMemory = Parameter.hasByValAttr();
      Type *Passed = InMemory ? Parameter.getParamByValType() : Parameter.getType();
      Arguments.push_back(InMemory ? Place : Builder.CreateLoad(Passed, Place));
      unsigned Form = InMemory ? 2 : Passed->isPointerTy() ? 1 : Passed->isIntegerTy() ? 0 : 2;
      Registrar.CreateCall(runtime("oracleRegisterParameter", Void, {Word, Word}),
                           {Registrar.getInt32(Device.getDataLayout().getTypeAllocSize(Passed)),
                            Registrar.getInt32(Form)});
    }
    CallInst *Call = Builder.CreateCall(&Kernel, Arguments);
    for (Argument &Parameter : Kernel.args())
      if (Parameter.hasByValAttr())
        Call->addParamAttr(Parameter.getArgNo(),
                           Attribute::getWithByValType(Types, Parameter.getParamByValType()));
    Builder.CreateRetVoid();
  }

  void registerGlobals() {
    IRBuilder<> Builder(&Registration->back());
    for (auto [Variable, Space] : Variables)
      Builder.CreateCall(
          runtime("oracleRegisterVariable", Void, {Pointer, Pointer, Long, Word}),
          {text(Builder, Variable->getName()), Variable,
           Builder.getInt64(Device.getDataLayout().getTypeAllocSize(Variable->getValueType())),
           Builder.getInt32(Space)});
  }

  Module &Device;
  LLVMContext &Types;
  std::string ShimFolder;
  PointerType *Pointer;
  IntegerType *Word;
  IntegerType *Long;
  Type *Void;
  Function *Registration = nullptr;
  SmallVector<Function *> Kernels;
  /// With the address space; 0: the compiler's own constants.
  SmallVector<std::pair<GlobalVariable *, unsigned>> Variables;
  StringMap<Constant *> Texts;
  unsigned SiteCount = 0;
  unsigned LabelCount = 0;
};

} // namespace

static int fail(const Twine &Words) {
  errs() << "oracle-instrument: " << Words << '\n';
  return 1;
}

int main(int Count, char **Arguments) {
  if (Count != 4)
    return fail("usage: oracle-instrument DEVICE.bc HOST.o SHIM_FOLDER");
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  LLVMContext Types;
  SMDiagnostic Trouble;
  std::unique_ptr<Module> Device = parseIRFile(Arguments[1], Trouble, Types);
  if (!Device)
    return fail(Trouble.getMessage());

  std::string Triple = sys::getDefaultTargetTriple();
  std::string Words;
  const Target *Host = TargetRegistry::lookupTarget(Triple, Words);
  if (!Host)
    return fail(Words);
  std::unique_ptr<TargetMachine> Machine(
      Host->createTargetMachine(Triple, "", "", TargetOptions(), Reloc::PIC_));
  Device->setTargetTriple(Triple);
  Device->setDataLayout(Machine->createDataLayout());

  Instrumenter(*Device, Arguments[3]).run();
  if (verifyModule(*Device, &errs()))
    return fail("the instrumented module is broken");

  PassBuilder Passes(Machine.get());
  LoopAnalysisManager LoopAnalyses;
  FunctionAnalysisManager FunctionAnalyses;
  CGSCCAnalysisManager CallAnalyses;
  ModuleAnalysisManager ModuleAnalyses;
  Passes.registerModuleAnalyses(ModuleAnalyses);
  Passes.registerCGSCCAnalyses(CallAnalyses);
  Passes.registerFunctionAnalyses(FunctionAnalyses);
  Passes.registerLoopAnalyses(LoopAnalyses);
  Passes.crossRegisterProxies(LoopAnalyses, FunctionAnalyses, CallAnalyses, ModuleAnalyses);
  Passes.buildPerModuleDefaultPipeline(OptimizationLevel::O1).run(*Device, ModuleAnalyses);
  StripDebugInfo(*Device);

  std::error_code Code;
  raw_fd_ostream Object(Arguments[2], Code, sys::fs::OF_None);
  if (Code)
    return fail(Code.message());
  legacy::PassManager Emission;
  if (Machine->addPassesToEmitFile(Emission, Object, nullptr, CodeGenFileType::ObjectFile))
    return fail("no object files for " + Triple);
  Emission.run(*Device);
  return 0;
}
