// The only file that selects the Combine implementation: Apple's Combine if available, otherwise OpenCombine. The
// module re-exports it, so that the same client code compiles on every platform.
#if canImport(Combine)
@_exported public import Combine
#else
@_exported public import OpenCombine
#endif
