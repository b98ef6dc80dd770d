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
  template <class... __A> const Derived &on(__A...) const { return static_cast<const Derived &>(*this); }
  template <class... __A> const Derived &operator()(__A &&...) const {
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
template <class __T> class device_ptr {
  __T *pointer_;

public:
  typedef __T value_type;
  typedef __T element_type;
  typedef __T &reference;
  typedef __T *pointer;
  typedef ptrdiff_t difference_type;
  typedef random_access_traversal_tag iterator_category;
  device_ptr() = default;
  device_ptr(decltype(nullptr)) : pointer_(0) {}
  explicit device_ptr(__T *p) : pointer_(p) {}
  template <class __U> device_ptr(const device_ptr<__U> &o) : pointer_(o.get()) {}
  __T *get() const { return pointer_; }
  __T &operator*() const { return *pointer_; }
  __T *operator->() const { return pointer_; }
  __T &operator[](ptrdiff_t i) const { return pointer_[i]; }
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
template <class __T> using device_reference = __T &;
template <class __T> device_ptr<__T> device_pointer_cast(__T *p) { return device_ptr<__T>(p); }
template <class __T> device_ptr<__T> device_pointer_cast(device_ptr<__T> p) { return p; }
template <class __T> __T *raw_pointer_cast(device_ptr<__T> p) { return p.get(); }
template <class __T> __T *raw_pointer_cast(__T *p) { return p; }
template <class __T> __T &raw_reference_cast(__T &v) { return v; }
template <class __T> device_ptr<__T> device_malloc(size_t);
device_ptr<void> device_malloc(size_t);
template <class __T> void device_free(device_ptr<__T>);
template <class __T> device_ptr<__T> device_new(size_t = 1);
template <class __T> struct device_allocator {
  typedef __T value_type;
  typedef device_ptr<__T> pointer;
};
template <class __T> struct device_malloc_allocator : device_allocator<__T> {};

template <class __T, class Pointer> class __memlint_vector {
public:
  typedef __T value_type;
  typedef Pointer pointer;
  typedef Pointer iterator;
  typedef Pointer const_iterator;
  typedef __T &reference;
  typedef const __T &const_reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  __memlint_vector();
  explicit __memlint_vector(size_t);
  __memlint_vector(size_t, const __T &);
  template <class __I, class = typename std::enable_if<!std::is_arithmetic<__I>::value>::type>
  __memlint_vector(__I, __I);
  template <class __V, class = typename __V::value_type> __memlint_vector(const __V &);
  __memlint_vector(std::initializer_list<__T>);
  __memlint_vector(const __memlint_vector &);
  ~__memlint_vector();
  template <class __V, class = typename __V::value_type> __memlint_vector &operator=(const __V &);
  __memlint_vector &operator=(const __memlint_vector &);
  Pointer begin() const;
  Pointer end() const;
  Pointer cbegin() const;
  Pointer cend() const;
  Pointer data() const;
  __T &operator[](size_t) const;
  __T &front() const;
  __T &back() const;
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  void resize(size_t);
  void resize(size_t, const __T &);
  void reserve(size_t);
  void shrink_to_fit();
  void clear();
  void push_back(const __T &);
  void pop_back();
  void swap(__memlint_vector &);
  template <class... __A> void assign(__A &&...);
  template <class... __A> Pointer insert(__A &&...);
  template <class... __A> Pointer erase(__A &&...);
  bool operator==(const __memlint_vector &) const;
  bool operator!=(const __memlint_vector &) const;
};
#define __MEMLINT_VECTOR(__N, POINTER)                                                               \
  template <class __T, class Allocator = void> class __N : public __memlint_vector<__T, POINTER> {       \
  public:                                                                                          \
    using __memlint_vector<__T, POINTER>::__memlint_vector;                                          \
    using __memlint_vector<__T, POINTER>::operator=;                                                 \
    __N() = default;                                                                                 \
  };
__MEMLINT_VECTOR(device_vector, device_ptr<__T>)
__MEMLINT_VECTOR(host_vector, __T *)
__MEMLINT_VECTOR(universal_vector, __T *)
#undef __MEMLINT_VECTOR

// Tuples, pairs and numbers are the standard library's.
template <class... __T> using tuple = std::tuple<__T...>;
template <class __A, class __B> using pair = std::pair<__A, __B>;
template <class __T> using complex = std::complex<__T>;
using std::get;
using std::make_pair;
using std::make_tuple;
using std::swap;
using std::tie;
template <size_t __I, class __T> struct tuple_element : std::tuple_element<__I, __T> {};
template <class __T> struct tuple_size : std::tuple_size<__T> {};

// Functions.
template <class __A, class __R> struct unary_function {
  typedef __A argument_type;
  typedef __R result_type;
};
template <class __A, class __B, class __R> struct binary_function {
  typedef __A first_argument_type;
  typedef __B second_argument_type;
  typedef __R result_type;
};
#define __MEMLINT_FUNCTION(__N, RESULT, ...)                                                         \
  template <class __T = void> struct __N {                                                             \
    typedef __T first_argument_type;                                                                 \
    typedef __T second_argument_type;                                                                \
    typedef RESULT result_type;                                                                    \
    RESULT operator()(const __T &a, const __T &b) const { return __VA_ARGS__; }                        \
  };                                                                                               \
  template <> struct __N<void> {                                                                     \
    template <class __A, class __B> auto operator()(const __A &a, const __B &b) const {                    \
      return __VA_ARGS__;                                                                          \
    }                                                                                              \
  };
__MEMLINT_FUNCTION(plus, __T, a + b)
__MEMLINT_FUNCTION(minus, __T, a - b)
__MEMLINT_FUNCTION(multiplies, __T, a * b)
__MEMLINT_FUNCTION(divides, __T, a / b)
__MEMLINT_FUNCTION(modulus, __T, a % b)
__MEMLINT_FUNCTION(maximum, __T, a < b ? b : a)
__MEMLINT_FUNCTION(minimum, __T, b < a ? b : a)
__MEMLINT_FUNCTION(equal_to, bool, a == b)
__MEMLINT_FUNCTION(not_equal_to, bool, a != b)
__MEMLINT_FUNCTION(less, bool, a < b)
__MEMLINT_FUNCTION(greater, bool, a > b)
__MEMLINT_FUNCTION(less_equal, bool, a <= b)
__MEMLINT_FUNCTION(greater_equal, bool, a >= b)
__MEMLINT_FUNCTION(logical_and, bool, a && b)
__MEMLINT_FUNCTION(logical_or, bool, a || b)
__MEMLINT_FUNCTION(bit_and, __T, a & b)
__MEMLINT_FUNCTION(bit_or, __T, a | b)
__MEMLINT_FUNCTION(bit_xor, __T, a ^ b)
__MEMLINT_FUNCTION(project1st, __T, a)
__MEMLINT_FUNCTION(project2nd, __T, b)
#undef __MEMLINT_FUNCTION
template <class __T> struct negate {
  typedef __T argument_type;
  typedef __T result_type;
  __T operator()(const __T &a) const { return -a; }
};
template <class __T> struct identity {
  typedef __T argument_type;
  typedef __T result_type;
  __T operator()(const __T &a) const { return a; }
};
template <class __T> struct square {
  typedef __T argument_type;
  typedef __T result_type;
  __T operator()(const __T &a) const { return a * a; }
};
template <class __T> struct logical_not {
  typedef __T argument_type;
  typedef bool result_type;
  bool operator()(const __T &a) const { return !a; }
};
template <class __T> __T max(__T a, __T b) { return a < b ? b : a; }
template <class __T> __T min(__T a, __T b) { return b < a ? b : a; }

// Iterators: what they point to is computed.
template <class __T> struct iterator_traits {
  typedef typename __T::value_type value_type;
  typedef ptrdiff_t difference_type;
};
template <class __T> struct iterator_traits<__T *> {
  typedef typename std::remove_cv<__T>::type value_type;
  typedef ptrdiff_t difference_type;
};
template <class __I> using iterator_value_t = typename iterator_traits<__I>::value_type;
template <class __I> struct iterator_value : iterator_traits<__I> {
  typedef iterator_value_t<__I> type;
};
template <class __I> struct iterator_difference {
  typedef ptrdiff_t type;
};
template <class __I> struct iterator_system {
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
template <class __T, class... Rest> class counting_iterator {
public:
  counting_iterator(__T = __T());
  __MEMLINT_ITERATOR(counting_iterator, __T)
};
template <class __T, class... Rest> class constant_iterator {
public:
  constant_iterator(__T = __T());
  __MEMLINT_ITERATOR(constant_iterator, __T)
};
struct __memlint_sink {
  template <class __T> const __memlint_sink &operator=(const __T &) const { return *this; }
};
template <class... Rest> class discard_iterator {
public:
  discard_iterator(size_t = 0);
  __MEMLINT_ITERATOR(discard_iterator, __memlint_sink)
};
template <class __F, class __I, class... Rest> class transform_iterator {
  typedef typename std::decay<decltype(std::declval<__F &>()(*std::declval<__I &>()))>::type result;

public:
  transform_iterator(__I, __F = __F());
  __MEMLINT_ITERATOR(transform_iterator, result)
};
template <class __E, class __I> class permutation_iterator {
public:
  permutation_iterator();
  permutation_iterator(__E, __I);
  typedef iterator_value_t<__E> result;
  __MEMLINT_ITERATOR(permutation_iterator, result)
};
template <class __I> class reverse_iterator {
public:
  reverse_iterator(__I);
  typedef iterator_value_t<__I> result;
  __MEMLINT_ITERATOR(reverse_iterator, result)
};
template <class __T> struct __memlint_values;
template <class... __I> struct __memlint_values<std::tuple<__I...>> {
  typedef std::tuple<iterator_value_t<__I> &...> type;
};
template <class Tuple> class zip_iterator {
public:
  zip_iterator(Tuple);
  typedef typename __memlint_values<Tuple>::type result;
  const Tuple &get_iterator_tuple() const;
  __MEMLINT_ITERATOR(zip_iterator, result)
};
#undef __MEMLINT_ITERATOR
template <class __T> counting_iterator<__T> make_counting_iterator(__T);
template <class __T> constant_iterator<__T> make_constant_iterator(__T);
inline discard_iterator<> make_discard_iterator() { return discard_iterator<>(); }
template <class __I, class __F> transform_iterator<__F, __I> make_transform_iterator(__I, __F);
template <class __E, class __I> permutation_iterator<__E, __I> make_permutation_iterator(__E, __I);
template <class __I> reverse_iterator<__I> make_reverse_iterator(__I);
template <class... __I> zip_iterator<std::tuple<__I...>> make_zip_iterator(std::tuple<__I...>);
template <class __I, class __J, class... Rest>
zip_iterator<std::tuple<__I, __J, Rest...>> make_zip_iterator(__I, __J, Rest...);
template <class __F> struct __memlint_zip_function {
  __F function;
  template <class __T> auto operator()(const __T &t) const { return std::apply(function, t); }
};
template <class __F> __memlint_zip_function<__F> make_zip_function(__F);

// Algorithms: without a body; the result has the type that it should have.
template <class __P, class __R>
using __memlint_if_policy =
    typename std::enable_if<std::is_base_of<execution_policy_base, __P>::value, __R>::type;
#define __MEMLINT_GIVES_FIRST(__N)                                                                   \
  template <class __I, class... __A> __I __N(__I, __I, __A &&...);                                               \
  template <class __P, class __I, class... __A> __memlint_if_policy<__P, __I> __N(const __P &, __I, __I, __A &&...);
#define __MEMLINT_GIVES_OUTPUT(__N)                                                                  \
  template <class __I, class __O, class... __A> __O __N(__I, __I, __O, __A &&...);                                   \
  template <class __P, class __I, class __O, class... __A>                                                 \
  __memlint_if_policy<__P, __O> __N(const __P &, __I, __I, __O, __A &&...);
#define __MEMLINT_GIVES(__N, __R)                                                                      \
  template <class __I, class... __A> __R __N(__I, __I, __A &&...);                                               \
  template <class __P, class __I, class... __A> __memlint_if_policy<__P, __R> __N(const __P &, __I, __I, __A &&...);
#define __MEMLINT_GIVES_COUNTED(__N)                                                                 \
  template <class __I, class __S, class... __A> __I __N(__I, __S, __A &&...);                                      \
  template <class __P, class __I, class __S, class... __A>                                                 \
  __memlint_if_policy<__P, __I> __N(const __P &, __I, __S, __A &&...);
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
template <class __I, class __O, class __F> __O transform(__I, __I, __O, __F);
template <class __I, class __J, class __O, class __F> __O transform(__I, __I, __J, __O, __F);
template <class __P, class __I, class __O, class __F>
__memlint_if_policy<__P, __O> transform(const __P &, __I, __I, __O, __F);
template <class __P, class __I, class __J, class __O, class __F>
__memlint_if_policy<__P, __O> transform(const __P &, __I, __I, __J, __O, __F);
template <class __I> iterator_value_t<__I> reduce(__I, __I);
template <class __I, class __T, class... __F> __T reduce(__I, __I, __T, __F...);
template <class __P, class __I> __memlint_if_policy<__P, iterator_value_t<__I>> reduce(const __P &, __I, __I);
template <class __P, class __I, class __T, class... __F>
__memlint_if_policy<__P, __T> reduce(const __P &, __I, __I, __T, __F...);
template <class __I, class __F, class __T, class __G> __T transform_reduce(__I, __I, __F, __T, __G);
template <class __P, class __I, class __F, class __T, class __G>
__memlint_if_policy<__P, __T> transform_reduce(const __P &, __I, __I, __F, __T, __G);
template <class __I, class __J, class __T, class... __F> __T inner_product(__I, __I, __J, __T, __F...);
template <class __P, class __I, class __J, class __T, class... __F>
__memlint_if_policy<__P, __T> inner_product(const __P &, __I, __I, __J, __T, __F...);
template <class __I> std::pair<__I, __I> minmax_element(__I, __I);
template <class __K, class __V, class __L, class __W, class... __F>
std::pair<__L, __W> reduce_by_key(__K, __K, __V, __L, __W, __F...);
template <class __P, class __K, class __V, class __L, class __W, class... __F>
__memlint_if_policy<__P, std::pair<__L, __W>> reduce_by_key(const __P &, __K, __K, __V, __L, __W, __F...);
template <class __K, class __V, class... __F> std::pair<__K, __V> unique_by_key(__K, __K, __V, __F...);
template <class __P, class __K, class __V, class... __F>
__memlint_if_policy<__P, std::pair<__K, __V>> unique_by_key(const __P &, __K, __K, __V, __F...);
template <class __K, class __V, class __L, class __W, class... __F>
std::pair<__L, __W> unique_by_key_copy(__K, __K, __V, __L, __W, __F...);
template <class __P, class __K, class __V, class __L, class __W, class... __F>
__memlint_if_policy<__P, std::pair<__L, __W>> unique_by_key_copy(const __P &, __K, __K, __V, __L, __W, __F...);
template <class __I, class __D> void advance(__I &, __D);

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
#define __MEMLINT_DISTRIBUTION(__N, DEFAULT)                                                         \
  template <class __T = DEFAULT> class __N {                                                           \
  public:                                                                                          \
    explicit __N(__T = 0, __T = 1);                                                                      \
    template <class __G> __T operator()(__G &);                                                          \
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
