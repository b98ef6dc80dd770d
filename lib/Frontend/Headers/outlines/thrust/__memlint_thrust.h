//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// thrust in outline, from its documentation: enough that programs which use it parse.
// Its algorithms have kernels of their own, which are not seen.

#ifndef __MEMLINT_THRUST___MEMLINT_THRUST_H
#define __MEMLINT_THRUST___MEMLINT_THRUST_H

#include <complex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cuda_runtime.h"

#define THRUST_VERSION 200800

namespace thrust {

// Where an algorithm runs.
struct execution_policy_base {};
template <class Derived> struct execution_policy : execution_policy_base {
  template <class... A> const Derived &on(A...) const { return static_cast<const Derived &>(*this); }
  template <class... A> const Derived &operator()(A &&...) const {
    return static_cast<const Derived &>(*this);
  }
};
struct host_execution_policy : execution_policy<host_execution_policy> {};
struct device_execution_policy : execution_policy<device_execution_policy> {};
static const host_execution_policy host;
static const host_execution_policy seq;
static const device_execution_policy device;
struct host_system_tag {};
struct device_system_tag {};
namespace cuda {
static const device_execution_policy par;
static const device_execution_policy par_nosync;
typedef device_system_tag tag;
} // namespace cuda
namespace system {
namespace cuda = thrust::cuda;
} // namespace system

// Pointers and vectors.
struct random_access_traversal_tag {};
template <class T> class device_ptr {
  T *pointer_;

public:
  typedef T value_type;
  typedef T element_type;
  typedef T &reference;
  typedef T *pointer;
  typedef ptrdiff_t difference_type;
  typedef random_access_traversal_tag iterator_category;
  device_ptr() = default;
  device_ptr(decltype(nullptr)) : pointer_(0) {}
  explicit device_ptr(T *p) : pointer_(p) {}
  template <class U> device_ptr(const device_ptr<U> &o) : pointer_(o.get()) {}
  T *get() const { return pointer_; }
  T &operator*() const { return *pointer_; }
  T *operator->() const { return pointer_; }
  T &operator[](ptrdiff_t i) const { return pointer_[i]; }
  device_ptr operator+(ptrdiff_t n) const { return device_ptr(pointer_ + n); }
  device_ptr operator-(ptrdiff_t n) const { return device_ptr(pointer_ - n); }
  ptrdiff_t operator-(device_ptr o) const { return pointer_ - o.pointer_; }
  device_ptr &operator+=(ptrdiff_t n) { pointer_ += n; return *this; }
  device_ptr &operator-=(ptrdiff_t n) { pointer_ -= n; return *this; }
  device_ptr &operator++() { ++pointer_; return *this; }
  device_ptr operator++(int) { return device_ptr(pointer_++); }
  device_ptr &operator--() { --pointer_; return *this; }
  bool operator==(device_ptr o) const { return pointer_ == o.pointer_; }
  bool operator!=(device_ptr o) const { return pointer_ != o.pointer_; }
  bool operator<(device_ptr o) const { return pointer_ < o.pointer_; }
};
template <> class device_ptr<void> {
  void *pointer_;

public:
  explicit device_ptr(void *p = 0) : pointer_(p) {}
  void *get() const { return pointer_; }
};
template <class T> using device_reference = T &;
template <class T> device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> device_ptr<T> device_pointer_cast(device_ptr<T> p) { return p; }
template <class T> T *raw_pointer_cast(device_ptr<T> p) { return p.get(); }
template <class T> T *raw_pointer_cast(T *p) { return p; }
template <class T> T &raw_reference_cast(T &v) { return v; }
template <class T> device_ptr<T> device_malloc(size_t);
device_ptr<void> device_malloc(size_t);
template <class T> void device_free(device_ptr<T>);
template <class T> device_ptr<T> device_new(size_t = 1);
template <class T> struct device_allocator {
  typedef T value_type;
  typedef device_ptr<T> pointer;
};
template <class T> struct device_malloc_allocator : device_allocator<T> {};

template <class T, class Pointer> class __memlint_vector {
public:
  typedef T value_type;
  typedef Pointer pointer;
  typedef Pointer iterator;
  typedef Pointer const_iterator;
  typedef T &reference;
  typedef const T &const_reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  __memlint_vector();
  explicit __memlint_vector(size_t);
  __memlint_vector(size_t, const T &);
  template <class I, class = typename std::enable_if<!std::is_arithmetic<I>::value>::type>
  __memlint_vector(I, I);
  template <class V, class = typename V::value_type> __memlint_vector(const V &);
  __memlint_vector(std::initializer_list<T>);
  __memlint_vector(const __memlint_vector &);
  ~__memlint_vector();
  template <class V, class = typename V::value_type> __memlint_vector &operator=(const V &);
  __memlint_vector &operator=(const __memlint_vector &);
  Pointer begin() const;
  Pointer end() const;
  Pointer cbegin() const;
  Pointer cend() const;
  Pointer data() const;
  T &operator[](size_t) const;
  T &front() const;
  T &back() const;
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  void resize(size_t);
  void resize(size_t, const T &);
  void reserve(size_t);
  void shrink_to_fit();
  void clear();
  void push_back(const T &);
  void pop_back();
  void swap(__memlint_vector &);
  template <class... A> void assign(A &&...);
  template <class... A> Pointer insert(A &&...);
  template <class... A> Pointer erase(A &&...);
  bool operator==(const __memlint_vector &) const;
  bool operator!=(const __memlint_vector &) const;
};
#define __MEMLINT_VECTOR(N, POINTER)                                                               \
  template <class T, class Allocator = void> class N : public __memlint_vector<T, POINTER> {       \
  public:                                                                                          \
    using __memlint_vector<T, POINTER>::__memlint_vector;                                          \
    using __memlint_vector<T, POINTER>::operator=;                                                 \
    N() = default;                                                                                 \
  };
__MEMLINT_VECTOR(device_vector, device_ptr<T>)
__MEMLINT_VECTOR(host_vector, T *)
__MEMLINT_VECTOR(universal_vector, T *)
#undef __MEMLINT_VECTOR

// Tuples, pairs and numbers are the standard library's.
template <class... T> using tuple = std::tuple<T...>;
template <class A, class B> using pair = std::pair<A, B>;
template <class T> using complex = std::complex<T>;
using std::get;
using std::make_pair;
using std::make_tuple;
using std::swap;
using std::tie;
template <size_t I, class T> struct tuple_element : std::tuple_element<I, T> {};
template <class T> struct tuple_size : std::tuple_size<T> {};

// Functions.
template <class A, class R> struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};
#define __MEMLINT_FUNCTION(N, RESULT, ...)                                                         \
  template <class T = void> struct N {                                                             \
    typedef T first_argument_type;                                                                 \
    typedef T second_argument_type;                                                                \
    typedef RESULT result_type;                                                                    \
    RESULT operator()(const T &a, const T &b) const { return __VA_ARGS__; }                        \
  };                                                                                               \
  template <> struct N<void> {                                                                     \
    template <class A, class B> auto operator()(const A &a, const B &b) const {                    \
      return __VA_ARGS__;                                                                          \
    }                                                                                              \
  };
__MEMLINT_FUNCTION(plus, T, a + b)
__MEMLINT_FUNCTION(minus, T, a - b)
__MEMLINT_FUNCTION(multiplies, T, a * b)
__MEMLINT_FUNCTION(divides, T, a / b)
__MEMLINT_FUNCTION(modulus, T, a % b)
__MEMLINT_FUNCTION(maximum, T, a < b ? b : a)
__MEMLINT_FUNCTION(minimum, T, b < a ? b : a)
__MEMLINT_FUNCTION(equal_to, bool, a == b)
__MEMLINT_FUNCTION(not_equal_to, bool, a != b)
__MEMLINT_FUNCTION(less, bool, a < b)
__MEMLINT_FUNCTION(greater, bool, a > b)
__MEMLINT_FUNCTION(less_equal, bool, a <= b)
__MEMLINT_FUNCTION(greater_equal, bool, a >= b)
__MEMLINT_FUNCTION(logical_and, bool, a && b)
__MEMLINT_FUNCTION(logical_or, bool, a || b)
__MEMLINT_FUNCTION(bit_and, T, a & b)
__MEMLINT_FUNCTION(bit_or, T, a | b)
__MEMLINT_FUNCTION(bit_xor, T, a ^ b)
__MEMLINT_FUNCTION(project1st, T, a)
__MEMLINT_FUNCTION(project2nd, T, b)
#undef __MEMLINT_FUNCTION
template <class T> struct negate {
  typedef T argument_type;
  typedef T result_type;
  T operator()(const T &a) const { return -a; }
};
template <class T> struct identity {
  typedef T argument_type;
  typedef T result_type;
  T operator()(const T &a) const { return a; }
};
template <class T> struct square {
  typedef T argument_type;
  typedef T result_type;
  T operator()(const T &a) const { return a * a; }
};
template <class T> struct logical_not {
  typedef T argument_type;
  typedef bool result_type;
  bool operator()(const T &a) const { return !a; }
};
template <class T> T max(T a, T b) { return a < b ? b : a; }
template <class T> T min(T a, T b) { return b < a ? b : a; }

// Iterators: what they point to is computed.
template <class T> struct iterator_traits {
  typedef typename T::value_type value_type;
  typedef ptrdiff_t difference_type;
};
template <class T> struct iterator_traits<T *> {
  typedef typename std::remove_cv<T>::type value_type;
  typedef ptrdiff_t difference_type;
};
template <class I> using iterator_value_t = typename iterator_traits<I>::value_type;
template <class I> struct iterator_value : iterator_traits<I> {
  typedef iterator_value_t<I> type;
};
template <class I> struct iterator_difference {
  typedef ptrdiff_t type;
};
template <class I> struct iterator_system {
  typedef device_system_tag type;
};
#define __MEMLINT_ITERATOR(SELF, VALUE)                                                            \
  typedef VALUE value_type;                                                                        \
  typedef VALUE reference;                                                                         \
  typedef ptrdiff_t difference_type;                                                               \
  VALUE operator*() const;                                                                         \
  VALUE operator[](ptrdiff_t) const;                                                               \
  SELF operator+(ptrdiff_t) const;                                                                 \
  SELF operator-(ptrdiff_t) const;                                                                 \
  ptrdiff_t operator-(const SELF &) const;                                                         \
  SELF &operator++();                                                                              \
  SELF &operator+=(ptrdiff_t);                                                                     \
  bool operator==(const SELF &) const;                                                             \
  bool operator!=(const SELF &) const;
template <class T, class... Rest> class counting_iterator {
public:
  counting_iterator(T = T());
  __MEMLINT_ITERATOR(counting_iterator, T)
};
template <class T, class... Rest> class constant_iterator {
public:
  constant_iterator(T = T());
  __MEMLINT_ITERATOR(constant_iterator, T)
};
struct __memlint_sink {
  template <class T> const __memlint_sink &operator=(const T &) const { return *this; }
};
template <class... Rest> class discard_iterator {
public:
  discard_iterator(size_t = 0);
  __MEMLINT_ITERATOR(discard_iterator, __memlint_sink)
};
template <class F, class I, class... Rest> class transform_iterator {
  typedef typename std::decay<decltype(std::declval<F &>()(*std::declval<I &>()))>::type result;

public:
  transform_iterator(I, F = F());
  __MEMLINT_ITERATOR(transform_iterator, result)
};
template <class E, class I> class permutation_iterator {
public:
  permutation_iterator();
  permutation_iterator(E, I);
  typedef iterator_value_t<E> result;
  __MEMLINT_ITERATOR(permutation_iterator, result)
};
template <class I> class reverse_iterator {
public:
  reverse_iterator(I);
  typedef iterator_value_t<I> result;
  __MEMLINT_ITERATOR(reverse_iterator, result)
};
template <class T> struct __memlint_values;
template <class... I> struct __memlint_values<std::tuple<I...>> {
  typedef std::tuple<iterator_value_t<I> &...> type;
};
template <class Tuple> class zip_iterator {
public:
  zip_iterator(Tuple);
  typedef typename __memlint_values<Tuple>::type result;
  const Tuple &get_iterator_tuple() const;
  __MEMLINT_ITERATOR(zip_iterator, result)
};
#undef __MEMLINT_ITERATOR
template <class T> counting_iterator<T> make_counting_iterator(T);
template <class T> constant_iterator<T> make_constant_iterator(T);
inline discard_iterator<> make_discard_iterator() { return discard_iterator<>(); }
template <class I, class F> transform_iterator<F, I> make_transform_iterator(I, F);
template <class E, class I> permutation_iterator<E, I> make_permutation_iterator(E, I);
template <class I> reverse_iterator<I> make_reverse_iterator(I);
template <class... I> zip_iterator<std::tuple<I...>> make_zip_iterator(std::tuple<I...>);
template <class I, class J, class... Rest>
zip_iterator<std::tuple<I, J, Rest...>> make_zip_iterator(I, J, Rest...);
template <class F> struct __memlint_zip_function {
  F function;
  template <class T> auto operator()(const T &t) const { return std::apply(function, t); }
};
template <class F> __memlint_zip_function<F> make_zip_function(F);

// Algorithms: without a body; the result has the type that it should have.
template <class P, class R>
using __memlint_if_policy =
    typename std::enable_if<std::is_base_of<execution_policy_base, P>::value, R>::type;
#define __MEMLINT_GIVES_FIRST(N)                                                                   \
  template <class I, class... A> I N(I, I, A &&...);                                               \
  template <class P, class I, class... A> __memlint_if_policy<P, I> N(const P &, I, I, A &&...);
#define __MEMLINT_GIVES_OUTPUT(N)                                                                  \
  template <class I, class O, class... A> O N(I, I, O, A &&...);                                   \
  template <class P, class I, class O, class... A>                                                 \
  __memlint_if_policy<P, O> N(const P &, I, I, O, A &&...);
#define __MEMLINT_GIVES(N, R)                                                                      \
  template <class I, class... A> R N(I, I, A &&...);                                               \
  template <class P, class I, class... A> __memlint_if_policy<P, R> N(const P &, I, I, A &&...);
#define __MEMLINT_GIVES_COUNTED(N)                                                                 \
  template <class I, class S, class... A> I N(I, S, A &&...);                                      \
  template <class P, class I, class S, class... A>                                                 \
  __memlint_if_policy<P, I> N(const P &, I, S, A &&...);
__MEMLINT_GIVES_FIRST(for_each)
__MEMLINT_GIVES_FIRST(remove)
__MEMLINT_GIVES_FIRST(remove_if)
__MEMLINT_GIVES_FIRST(unique)
__MEMLINT_GIVES_FIRST(find)
__MEMLINT_GIVES_FIRST(find_if)
__MEMLINT_GIVES_FIRST(find_if_not)
__MEMLINT_GIVES_FIRST(max_element)
__MEMLINT_GIVES_FIRST(min_element)
__MEMLINT_GIVES_FIRST(partition)
__MEMLINT_GIVES_FIRST(stable_partition)
__MEMLINT_GIVES_FIRST(partition_point)
__MEMLINT_GIVES_FIRST(lower_bound)
__MEMLINT_GIVES_FIRST(upper_bound)
__MEMLINT_GIVES_FIRST(adjacent_find)
__MEMLINT_GIVES_FIRST(is_sorted_until)
__MEMLINT_GIVES_OUTPUT(copy)
__MEMLINT_GIVES_OUTPUT(copy_if)
__MEMLINT_GIVES_OUTPUT(remove_copy)
__MEMLINT_GIVES_OUTPUT(remove_copy_if)
__MEMLINT_GIVES_OUTPUT(unique_copy)
__MEMLINT_GIVES_OUTPUT(inclusive_scan)
__MEMLINT_GIVES_OUTPUT(exclusive_scan)
__MEMLINT_GIVES_OUTPUT(adjacent_difference)
__MEMLINT_GIVES_OUTPUT(gather)
__MEMLINT_GIVES_OUTPUT(gather_if)
__MEMLINT_GIVES_OUTPUT(transform_inclusive_scan)
__MEMLINT_GIVES_OUTPUT(transform_exclusive_scan)
__MEMLINT_GIVES_OUTPUT(swap_ranges)
__MEMLINT_GIVES_OUTPUT(reverse_copy)
__MEMLINT_GIVES_OUTPUT(inclusive_scan_by_key)
__MEMLINT_GIVES_OUTPUT(exclusive_scan_by_key)
__MEMLINT_GIVES_OUTPUT(replace_copy)
__MEMLINT_GIVES_OUTPUT(replace_copy_if)
__MEMLINT_GIVES(sort, void)
__MEMLINT_GIVES(stable_sort, void)
__MEMLINT_GIVES(sort_by_key, void)
__MEMLINT_GIVES(stable_sort_by_key, void)
__MEMLINT_GIVES(fill, void)
__MEMLINT_GIVES(sequence, void)
__MEMLINT_GIVES(generate, void)
__MEMLINT_GIVES(tabulate, void)
__MEMLINT_GIVES(replace, void)
__MEMLINT_GIVES(replace_if, void)
__MEMLINT_GIVES(reverse, void)
__MEMLINT_GIVES(shuffle, void)
__MEMLINT_GIVES(scatter, void)
__MEMLINT_GIVES(scatter_if, void)
__MEMLINT_GIVES(transform_if, void)
__MEMLINT_GIVES(merge, void)
__MEMLINT_GIVES(merge_by_key, void)
__MEMLINT_GIVES(set_union, void)
__MEMLINT_GIVES(set_intersection, void)
__MEMLINT_GIVES(set_difference, void)
__MEMLINT_GIVES(uninitialized_fill, void)
__MEMLINT_GIVES(all_of, bool)
__MEMLINT_GIVES(any_of, bool)
__MEMLINT_GIVES(none_of, bool)
__MEMLINT_GIVES(equal, bool)
__MEMLINT_GIVES(is_sorted, bool)
__MEMLINT_GIVES(is_partitioned, bool)
__MEMLINT_GIVES(binary_search, bool)
__MEMLINT_GIVES(count, ptrdiff_t)
__MEMLINT_GIVES(count_if, ptrdiff_t)
__MEMLINT_GIVES(distance, ptrdiff_t)
__MEMLINT_GIVES_COUNTED(fill_n)
__MEMLINT_GIVES_COUNTED(generate_n)
__MEMLINT_GIVES_COUNTED(for_each_n)
__MEMLINT_GIVES_COUNTED(copy_n)
__MEMLINT_GIVES_COUNTED(uninitialized_copy_n)
#undef __MEMLINT_GIVES_FIRST
#undef __MEMLINT_GIVES_OUTPUT
#undef __MEMLINT_GIVES
#undef __MEMLINT_GIVES_COUNTED
// One range or two; the operation is last.
template <class I, class O, class F> O transform(I, I, O, F);
template <class I, class J, class O, class F> O transform(I, I, J, O, F);
template <class P, class I, class O, class F>
__memlint_if_policy<P, O> transform(const P &, I, I, O, F);
template <class P, class I, class J, class O, class F>
__memlint_if_policy<P, O> transform(const P &, I, I, J, O, F);
template <class I> iterator_value_t<I> reduce(I, I);
template <class I, class T, class... F> T reduce(I, I, T, F...);
template <class P, class I> __memlint_if_policy<P, iterator_value_t<I>> reduce(const P &, I, I);
template <class P, class I, class T, class... F>
__memlint_if_policy<P, T> reduce(const P &, I, I, T, F...);
template <class I, class F, class T, class G> T transform_reduce(I, I, F, T, G);
template <class P, class I, class F, class T, class G>
__memlint_if_policy<P, T> transform_reduce(const P &, I, I, F, T, G);
template <class I, class J, class T, class... F> T inner_product(I, I, J, T, F...);
template <class P, class I, class J, class T, class... F>
__memlint_if_policy<P, T> inner_product(const P &, I, I, J, T, F...);
template <class I> std::pair<I, I> minmax_element(I, I);
template <class K, class V, class L, class W, class... F>
std::pair<L, W> reduce_by_key(K, K, V, L, W, F...);
template <class P, class K, class V, class L, class W, class... F>
__memlint_if_policy<P, std::pair<L, W>> reduce_by_key(const P &, K, K, V, L, W, F...);
template <class K, class V, class... F> std::pair<K, V> unique_by_key(K, K, V, F...);
template <class P, class K, class V, class... F>
__memlint_if_policy<P, std::pair<K, V>> unique_by_key(const P &, K, K, V, F...);
template <class K, class V, class L, class W, class... F>
std::pair<L, W> unique_by_key_copy(K, K, V, L, W, F...);
template <class P, class K, class V, class L, class W, class... F>
__memlint_if_policy<P, std::pair<L, W>> unique_by_key_copy(const P &, K, K, V, L, W, F...);
template <class I, class D> void advance(I &, D);

// Random numbers.
namespace random {
class default_random_engine {
public:
  typedef unsigned result_type;
  explicit default_random_engine(unsigned = 1);
  void seed(unsigned = 1);
  void discard(unsigned long long);
  unsigned operator()();
  static constexpr unsigned min = 1;
  static constexpr unsigned max = 2147483646;
};
typedef default_random_engine minstd_rand;
typedef default_random_engine minstd_rand0;
typedef default_random_engine taus88;
typedef default_random_engine ranlux24;
typedef default_random_engine ranlux48;
#define __MEMLINT_DISTRIBUTION(N, DEFAULT)                                                         \
  template <class T = DEFAULT> class N {                                                           \
  public:                                                                                          \
    explicit N(T = 0, T = 1);                                                                      \
    template <class G> T operator()(G &);                                                          \
  };
__MEMLINT_DISTRIBUTION(uniform_int_distribution, int)
__MEMLINT_DISTRIBUTION(uniform_real_distribution, double)
__MEMLINT_DISTRIBUTION(normal_distribution, double)
#undef __MEMLINT_DISTRIBUTION
} // namespace random
using namespace random;

namespace system {
class system_error : public std::runtime_error {
public:
  explicit system_error(const std::string &);
};
} // namespace system
using system::system_error;
namespace placeholders {}

} // namespace thrust

#endif
