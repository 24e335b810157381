// What C libraries declare with different types.

#if canImport(Glibc)
/// `SOCK_STREAM`, as `socket()` takes it.
package let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
/// `SOCK_STREAM`, as `socket()` takes it.
package let streamSocket = SOCK_STREAM
#endif
