//===- UnfollowedChangesTest.cpp - What destructors and others change -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchFixture.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

const std::string KnownEight = "grid=1,1,1 block=32,1,1 shared=0 args=_,8";
const std::string NotKnown = "grid=1,1,1 block=32,1,1 shared=0 args=_,_";

std::vector<std::string> afterMain(const std::string &Declarations, const std::string &Code) {
  return launchesInMain(Code + " k<<<1, 32>>>(p, n);", Declarations);
}

TEST(UnfollowedChanges, DestructorsAssignToGlobals) {
  const std::string Guard = "int n = 1; struct Guard { int own; ~Guard() { n = 8; own = 1; } };\n";
  EXPECT_THAT(afterMain(Guard, "{ Guard guard; } "), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain(Guard, "Guard *guard = new Guard; delete guard;"), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("int n = 1; static void set() { n = 8; }\n"
                        "struct Guard { ~Guard() { set(); } };\n",
                        "{ Guard guard; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("int n = 8, other; struct Guard { ~Guard() { other = 1; } };\n",
                        "{ Guard guard; }"),
              ElementsAre(KnownEight));
  EXPECT_THAT(afterMain("", "static int n = 1; struct Guard { ~Guard() { n = 8; } };\n"
                            "{ Guard guard; }"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, DestructorsOfOtherFilesAssignToWhatTheySee) {
  EXPECT_THAT(afterMain("int n = 1; struct Guard { ~Guard(); };\n", "{ Guard guard; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(
      afterMain("struct Guard { Guard(int &n); ~Guard(); };\n", "int n = 8; { Guard guard(n); }"),
      ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, DestructorsAssignToWhatTheirObjectsWereGiven) {
  const std::string Count =
      "struct Count { int &at; Count(int &to) : at(to) { ++at; } ~Count() { --at; } };\n";
  EXPECT_THAT(afterMain(Count, "int n = 7; { Count count(n); } "), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain(Count, "int n = 8, other = 7; { Count count(other); } "),
              ElementsAre(KnownEight));
  EXPECT_THAT(afterMain(Count + "struct Holder { Count count; };\n",
                        "int n = 7; { Holder holder{Count(n)}; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(
      afterMain("struct Set { int *at; ~Set() { *at = 8; } };\n", "int n = 7; { Set set{&n}; }"),
      ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("struct Set { int *at; ~Set() { *at = 8; } };\n",
                        "int n = 7, *where = &n; { Set set{where}; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("template <class F> struct Last { F run; ~Last() { run(); } };\n"
                        "template <class F> Last<F> last(F run) { return {run}; }\n",
                        "int n = 7; { auto end = last([&] { n = 8; }); }"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, BuffersThatFreeTheirMemoryChangeNoNumbers) {
  EXPECT_THAT(afterMain("struct Buffer { int *at; int size;\n"
                        "  Buffer(int count) : size(count) { cudaMalloc(&at, count); }\n"
                        "  ~Buffer() { cudaFree(at); at = nullptr; size = 0; } };\n",
                        "int n = 8; { Buffer buffer(n); }"),
              ElementsAre(KnownEight));
}

TEST(UnfollowedChanges, FunctionsRunBeforeMain) {
  EXPECT_THAT(afterMain("static int n = 1;\n"
                        "__attribute__((constructor)) static void start() { n = 8; }\n",
                        ""),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, PointersToMembersChooseWhatIsAssigned) {
  const std::string Pair = "struct Pair { int n = 8, other = 1; };\n";
  EXPECT_THAT(
      launchesInMain("Pair c; int Pair::*f = &Pair::n; c.*f = 2; k<<<1, 32>>>(p, c.n);", Pair),
      ElementsAre(NotKnown));
  EXPECT_THAT(launchesInMain("Pair c, *at = &c; int Pair::*f = &Pair::n; (at->*f)++;"
                             " k<<<1, 32>>>(p, c.n);",
                             Pair),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, MethodsThatPointersToMembersChooseChangeTheirObject) {
  const std::string Size = "struct Size { int n = 8; void set(int to) { n = to; } };\n";
  EXPECT_THAT(afterMain(Size, "Size c; auto f = &Size::set; (c.*f)(1); int n = c.n;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain(Size, "Size c, *at = &c; auto f = &Size::set; (at->*f)(1); int n = c.n;"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, MethodsThatAreNotSeenChangeWhatTheirObjectLeadsTo) {
  const std::string At = "struct At { int *to; void set() const; };\n";
  EXPECT_THAT(afterMain(At, "int n = 8; At at{&n}; at.set();"), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("struct Base { virtual void set() = 0; };\n"
                        "struct At : Base { int &to; At(int &n) : to(n) {}\n"
                        "  void set() override { to = 1; } };\n",
                        "int n = 8; At at(n); Base &base = at; base.set();"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("static int n = 8; struct Base { virtual void set() = 0; };\n"
                        "struct Own : Base { void set() override { n = 1; } }; Base *base();\n",
                        "base()->set();"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("struct Size { int n; Size(int); }; void other();\n",
                        "Size size(7); size.n = 8; other(); int n = size.n;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("struct Size { int n = 7; Size(); }; void other();\n",
                        "Size size; size.n = 8; other(); int n = size.n;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("struct Size { int n; void keep(); };\nvoid other();\n",
                        "Size size{7}; size.keep(); size.n = 8; other(); int n = size.n;"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, ConstantsAreInitialisedBeforeVariablesChange) {
  EXPECT_THAT(afterMain("int m = 7; const int n = m;\n", "m = 8;"), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("int m = 7; int get() { return m; } const int n = get();\n", "m = 8;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("", "int m = 7; static const int n = m; m = 8;"), ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("const int m = 4; int twice(int of) { return 2 * of; }\n"
                        "const int n = twice(m);\n",
                        ""),
              ElementsAre(KnownEight));
}

TEST(UnfollowedChanges, AssemblyWritesItsOutputs) {
  EXPECT_THAT(afterMain("", "int n = 8; asm volatile(\"movl $1, %0\" : \"=r\"(n));"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("", "int n = 8, m; asm volatile(\"movl $1, %0\" : \"=r\"(m));"),
              ElementsAre(KnownEight));
}

TEST(UnfollowedChanges, NumbersMayBeAddresses) {
  EXPECT_THAT(afterMain("", "int n = 8; unsigned long at = (unsigned long)&n; *(int *)at = 1;"),
              ElementsAre(NotKnown));
}

/// With n = 8 assigned last by code that main runs itself.
std::vector<std::string> afterLibrary(const std::string &Header, const std::string &Code,
                                      const std::string &Declarations = "") {
  return launchesOfK("#include <" + Header +
                         ">\n"
                         "__global__ void k(int *p, int n) {}\n" +
                         Declarations + "int main() { int *p; cudaMalloc(&p, 64); int n = 8;\n" +
                         Code + " k<<<1, 32>>>(p, n); }\n",
                     /*WithLibraryHeaders=*/true);
}

TEST(HandedFunctions, DeletersRunWhereScopesEnd) {
  EXPECT_THAT(afterLibrary("memory", "{ std::unique_ptr<int, Set> q(new int, Set{&n}); n = 8; }",
                           "struct Set { int *at; void operator()(int *) const { *at = 1; } };\n"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("memory", "{ std::unique_ptr<int, Set> q(new int, Set{n}); n = 8; }",
                           "struct Set { int &at; void operator()(int *) const { at = 1; } };\n"),
              ElementsAre(NotKnown));
  EXPECT_THAT(
      afterLibrary("memory", "{ std::shared_ptr<int> q(new int, [&](int *) { n = 1; }); n = 8; }"),
      ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("memory",
                           "auto set = [&](int *) { n = 1; };\n"
                           "{ std::unique_ptr<int, decltype(set)> q(new int, set); n = 8; }"),
              ElementsAre(NotKnown));
  const std::string Global = "static int m = 8; static void set(int *) { m = 1; }\n";
  EXPECT_THAT(
      afterLibrary("memory", "{ std::shared_ptr<int> q(new int, set); m = 8; } n = m;", Global),
      ElementsAre(NotKnown));
  EXPECT_THAT(
      afterLibrary("memory",
                   "{ std::unique_ptr<int, void (*)(int *)> q(new int, set); m = 8; } n = m;",
                   Global),
      ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("memory", "{ std::unique_ptr<int, Free> q(p); }",
                           "struct Free { void operator()(int *q) const { cudaFree(q); } };\n"),
              ElementsAre(KnownEight));
}

/// Some of the library's declarations: its own headers take most of a second.
const std::string Library =
    "# 1 \"library.h\" 1 3\n"
    "extern \"C\" { void qsort(void *, unsigned long, unsigned long,\n"
    "                        int (*)(const void *, const void *));\n"
    "  int pthread_create(void *, void *(*)(void *), void *); int pthread_join(); }\n"
    "namespace std {\n"
    "template <class T, class D> struct unique_ptr { unique_ptr(T *, D); ~unique_ptr(); };\n"
    "template <class T> struct function;\n"
    "template <> struct function<void()> { template <class F> function(F); void operator()(); };\n"
    "template <class F> void call_once(F &&);\n"
    "template <class T> struct vector { vector(); void resize(int); void push_back(const T &);\n"
    "  template <class... A> void emplace_back(A &&...); };\n"
    "template <class T> struct hash; template <class T> unsigned long hash_of(const T &);\n"
    "template <class T> struct set { void insert(T &&); };\n"
    "template <class T, class... A> vector<T> make(A &&...);\n"
    "template <class T, int N> struct array { T at[N]; };\n"
    "template <class I, class T> I find(I, I, const T &); template <class I> void sort(I, I); }\n"
    "# 2 \"test.cu\" 2\n";

TEST(HandedFunctions, LambdasThatArePointersToFunctions) {
  EXPECT_THAT(afterMain(Library,
                        "int n = 7; { std::unique_ptr<int, void (*)(int *)> u(&n, [](int *at) {"
                        " *at = 1; }); n = 8; }"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain(Library, "int n = 7; pthread_create(&p, [](void *at) -> void * {"
                                 " *(int *)at = 1; return at; }, &n); n = 8; pthread_join();"),
              ElementsAre(NotKnown));
  const std::string Static = Library + "static int n = 7; void keep(void (*)());\n";
  for (const char *Code : {"int v[2] = {2, 1}; n = 8; qsort(v, 2, 4, [](const void *, const void "
                           "*) { return n = 1; });",
                           "n = 8; std::call_once(+[] { n = 1; });", "n = 8; keep([] { n = 1; });",
                           "std::function<void()> f = +[] { n = 1; }; n = 8; f();"})
    EXPECT_THAT(afterMain(Static, Code), ElementsAre(NotKnown)) << Code;
  EXPECT_THAT(afterMain(Static,
                        "int v[2] = {2, 1}, m = 1; n = 8;\n"
                        "qsort(v, 2, 4, [](const void *, const void *) { int m = 1; return m; });"),
              ElementsAre(KnownEight));
}

TEST(HandedFunctions, VariablesHoldThem) {
  const std::string Static = Library + "static int n = 7; void keep(void (*)());\n"
                                       "static void set() { n = 1; }\n";
  EXPECT_THAT(afterMain(Static, "auto at = +[] { n = 1; }; n = 8; keep(at);"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain(Static, "void (*at)() = set; std::function<void()> f = at; n = 8; f();"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain(Static, "n = 8; keep(nullptr);"), ElementsAre(KnownEight));
}

/// In main of a program that has \p Class, whose members assign to the static variable n.
std::vector<std::string> afterUse(const std::string &Class, const std::string &Code) {
  return afterMain(Library + "static int n = 7; " + Class + "\n", Code);
}

TEST(HandedFunctions, LibrariesMakeObjects) {
  const std::string Made = "struct Own { Own() { n = 1; } };";
  for (const char *Code : {"n = 8; std::make<Own>();", "std::vector<Own> v; n = 8; v.resize(2);",
                           "n = 8; std::array<Own, 2> a;", "n = 8; std::array<Own, 2> a{};"})
    EXPECT_THAT(afterUse(Made, Code), ElementsAre(NotKnown)) << Code;
  EXPECT_THAT(afterUse("struct Own { int id = n++; }; void grow(std::vector<Own> &v) {\n"
                       "  v.resize(2); }",
                       "std::vector<Own> v; n = 8; grow(v);"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterUse("struct Own { Own() {} Own(const Own &) { n = 1; } };",
                       "Own own; std::vector<Own> v; n = 8; v.push_back(own);"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterUse("struct Part { Part() {} Part(const Part &) { n = 1; } };\n"
                       "struct Own { Part part; };",
                       "Own own; n = 8; Own other = own;"),
              ElementsAre(NotKnown));
}

TEST(HandedFunctions, LibrariesHandArgumentsToConstructors) {
  for (const char *Class :
       {"struct Own { Own(int *at) { *at = 1; } };\n", "struct Own { Own(int *); };\n"}) {
    EXPECT_THAT(afterMain(Library + Class, "int n = 8; std::make<Own>(&n);"),
                ElementsAre(NotKnown));
    EXPECT_THAT(afterMain(Library + Class, "int n = 8; std::vector<Own> v; v.emplace_back(&n);"),
                ElementsAre(NotKnown));
  }
}

TEST(HandedFunctions, LibrariesCompareAndExchangeObjects) {
  EXPECT_THAT(
      afterUse(
          "struct Own { Own() {} Own(const Own &) { n = 1; } void operator=(const Own &) {} };",
          "Own own, other; n = 8; std::swap(own, other);"),
      ElementsAre(NotKnown));
  EXPECT_THAT(
      afterUse("struct Own { int m; bool operator==(const Own &) const { return n = 1; } };",
               "Own owns[2]; n = 8; std::find(owns, owns + 2, owns[0]);"),
      ElementsAre(NotKnown));
  for (const char *Operator : {"friend bool operator<(Own, Own) { return n = 1; } };",
                               "}; bool operator<(Own, Own) { return n = 1; }"}) {
    const std::string Class = std::string("struct Own { int m; ") + Operator;
    EXPECT_THAT(afterUse(Class, "std::set<Own> s; n = 8; s.insert(Own{1});"),
                ElementsAre(NotKnown));
    EXPECT_THAT(afterUse(Class, "Own owns[2]; n = 8; std::sort(owns, owns + 2);"),
                ElementsAre(NotKnown));
  }
}

TEST(HandedFunctions, LibrariesUseTheirTemplatesThatProgramsSpecialise) {
  EXPECT_THAT(afterUse("struct Own {}; template <> struct std::hash<Own> {\n"
                       "  int operator()(const Own &) const { return n = 1; } };",
                       "n = 8; std::hash_of(Own());"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, StaticVariablesAreInitialisedOnce) {
  const std::string Set = "static int n = 7; int set() { return n = 1; }\n"
                          "struct Own { Own() { set(); } };\n";
  for (const char *Code : {"n = 8; static int m = set();", "n = 8; static const int m = set();",
                           "n = 8; thread_local int m = set();", "n = 8; static Own own;"})
    EXPECT_THAT(afterMain(Set, Code), ElementsAre(NotKnown)) << Code;
  EXPECT_THAT(afterMain("", "int n = 8; static int m = [&] { return n = 1; }();"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("int seven() { int by = 6; ++by; return by; }\n",
                        "int n = 8; static int m = seven();"),
              ElementsAre(KnownEight));
}

TEST(HandedFunctions, BuffersInContainersChangeNoNumbers) {
  EXPECT_THAT(
      afterMain(Library +
                    "struct Buffer { int *at; int size; Buffer(int count) : size(count) {\n"
                    "    cudaMalloc(&at, 4 * count); }\n"
                    "  Buffer(Buffer &&from) : at(from.at) { from.at = nullptr; from.size = 0; }\n"
                    "  Buffer &operator=(Buffer &&from) { at = from.at; size = from.size;\n"
                    "    from.size = 0; return *this; }\n"
                    "  void grow(int by) { size += by; } };\n",
                "int n = 8, other; cudaGetDevice(&other); std::vector<Buffer> v;\n"
                "v.emplace_back(n); int *at = &n; Buffer own(8); n = own.size;"),
      ElementsAre(KnownEight));
}

TEST(UnfollowedChanges, AllocationsByOwnCode) {
  const std::string Allocate = "void *operator new(unsigned long) { n = 1; return space; }";
  EXPECT_THAT(afterUse("char space[8]; struct Own { static " + Allocate + " };",
                       "n = 8; Own *own = new Own;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterUse("char space[8]; " + Allocate, "n = 8; int *own = new int;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterUse("struct Own { static void operator delete(void *) { n = 1; } };",
                       "Own *own = new Own; n = 8; delete own;"),
              ElementsAre(NotKnown));
}

TEST(HandedFunctions, LoopsHandThemOn) {
  EXPECT_THAT(launchesInMain("int m = count(); n = 8; for (int i = 0; i < m; ++i) {\n"
                             "  k<<<1, 32>>>(p, n); call(set); }",
                             "int count(); static int n = 7; static void set() { n = 1; }\n"
                             "void call(void (*)());\n"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, OverridersRunInFunctionsThatAreNotFollowed) {
  const std::string Virtual =
      "int count(); static int n = 7; struct Base { virtual void set() = 0;\n"
      "  void all() { set(); } };\n"
      "struct Own : Base { void set() override { n = 1; } };\n";
  EXPECT_THAT(launchesInMain("Own own; int m = count(); n = 8; for (int i = 0; i < m; ++i) {\n"
                             "  k<<<1, 32>>>(p, n); own.all(); }",
                             Virtual),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, FriendsThatClassesDefine) {
  EXPECT_THAT(
      launchesInMain(
          "Own own; int m = count(); n = 8; for (int i = 0; i < m; ++i) {\n"
          "  k<<<1, 32>>>(p, n); set(own); }",
          "int count(); static int n = 7; struct Own { friend void set(Own) { n = 1; } };\n"),
      ElementsAre(NotKnown));
}

TEST(HandedFunctions, LibrariesCallThemLater) {
  EXPECT_THAT(afterLibrary("functional", "std::function<void()> f = [&] { n = 1; }; n = 8; f();"),
              ElementsAre(NotKnown));
  EXPECT_THAT(
      afterLibrary("functional",
                   "int *at = &n; std::function<void()> f = [at] { *at = 1; }; n = 8; f();"),
      ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("functional",
                           "auto inner = [&] { n = 1; };\n"
                           "std::function<void()> f = [inner] { inner(); }; n = 8; f();"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("thread", "std::thread t([&] { n = 1; }); n = 8; t.join();"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("functional",
                           "Task task; task.start(); task.n = 8; task.run(); n = task.n;",
                           "struct Task { int n = 8; std::function<void()> run;\n"
                           "  void start() { run = [this] { n = 1; }; } };\n"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("thread",
                           "Task task; std::thread t(&Task::run, &task);\n"
                           "task.n = 8; t.join(); n = task.n;",
                           "struct Task { int n = 8; void run() { n = 1; } };\n"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("functional", "m = 8; set(); n = m;",
                           "int m = 8; std::function<void()> set = [] { m = 1; };\n"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("thread", "std::thread t([&] { cudaSetDevice(n); }); t.join();"),
              ElementsAre(KnownEight));
  EXPECT_THAT(afterLibrary("functional",
                           "int m; cudaGetDevice(&m); \n"
                           "std::function<float()> f = [&] { return m * 2.f; }; f();"),
              ElementsAre(KnownEight));
}

TEST(HandedFunctions, ObjectsOfLibrariesKeepAddresses) {
  EXPECT_THAT(afterLibrary("functional", "auto at = std::ref(n); n = 8; at.get() = 1;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("functional",
                           "auto f = std::bind([](int &m) { m = 1; }, std::ref(n)); n = 8; f();"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("vector", "std::vector<int *> v{&n}; n = 8; *v[0] = 1;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(
      afterLibrary("vector",
                   "std::vector<int *> v; v.push_back(&n); n = 8; for (int *q : v) *q = 1;"),
      ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("utility", "std::pair<int *, int> at(&n, 1); n = 8; *at.first = 1;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("tuple", "auto at = std::make_tuple(&n); n = 8; *std::get<0>(at) = 1;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("any", "std::any at = &n; n = 8; *std::any_cast<int *>(at) = 1;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("memory", "auto at = std::make_unique<int *>(&n); n = 8; **at = 1;"),
              ElementsAre(NotKnown));
}

TEST(HandedFunctions, LibrariesGiveAddressesOfWhatTheyAreGiven) {
  EXPECT_THAT(afterLibrary("array", "std::array<int *, 1> at{&n}; n = 8; *at[0] = 1;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("algorithm",
                           "int a[2] = {7, 8}, *at = std::find(a, a + 2, 8); a[1] = 8;\n"
                           "*at = 1; n = a[1];"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterLibrary("cstring", "int m = 1; std::memset(&m, 0, 4);"),
              ElementsAre(KnownEight));
}

TEST(UnfollowedChanges, ObjectsKeepAddresses) {
  EXPECT_THAT(
      afterMain("struct At { int *to; };\n", "int n = 7; At *at = new At{&n}; n = 8; *at->to = 1;"),
      ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("struct At { int *to; At(int *where) { to = where; } };\n",
                        "int n = 7; At *at = new At(&n); n = 8; *at->to = 1;"),
              ElementsAre(NotKnown));
  EXPECT_THAT(afterMain("int **allocate();\n",
                        "int n = 7; int **at = allocate(); *at = &n; n = 8; **at = 1;"),
              ElementsAre(NotKnown));
}

TEST(UnfollowedChanges, FunctionsOfOtherFilesMakeWhatTheyDo) {
  EXPECT_THAT(afterMain("struct Sizes { int n; }; Sizes make_sizes(int from);\n",
                        "int n = make_sizes(8).n;"),
              ElementsAre(NotKnown));
}

} // namespace
