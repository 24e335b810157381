import Platform

#if canImport(Glibc)
/// A flag of `send()`: a connection that the peer closed is an error, instead of a signal that ends the tests.
public let noSignal = Int32(MSG_NOSIGNAL)
#else
/// A flag of `send()`: none.
public let noSignal: Int32 = 0
#endif
