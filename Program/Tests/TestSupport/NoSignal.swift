import Platform

#if canImport(Glibc)
/// A flag of `send()`: a connection that the peer closed is an error, instead of a signal that ends the tests.
package let noSignal = Int32(MSG_NOSIGNAL)
#else
/// A flag of `send()`: none.
package let noSignal: Int32 = 0
#endif
