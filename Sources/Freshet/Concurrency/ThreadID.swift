#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#elseif canImport(Darwin)
import Darwin
#elseif os(Windows)
import WinSDK
#endif

/// The calling thread's identifier; even, and never 0.
///
/// A pthread is the address of the thread's control block, or that address as a number. Windows numbers threads in steps of 4.
@inline(__always)
func currentThreadID() -> UInt {
    #if os(Windows)
    UInt(GetCurrentThreadId())
    #elseif canImport(Glibc)
    UInt(pthread_self())
    #else
    UInt(bitPattern: pthread_self())
    #endif
}
