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

/// Names the calling thread; never 0.
@inline(__always)
func currentThreadID() -> UInt {
    #if os(Windows)
    UInt(GetCurrentThreadId())
    #elseif os(WASI)
    1
    #elseif canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
}
