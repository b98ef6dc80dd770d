// A library's template, found as a system header.
template <class T> struct Holder {
  T Values[2];
};
