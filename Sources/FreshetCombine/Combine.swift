// The one place that says which Combine is meant: Apple's where there is one, else OpenCombine. Who imports this module sees it as well, so
// that code written with it is the same on every platform.
#if canImport(Combine)
@_exported public import Combine
#else
@_exported public import OpenCombine
#endif
