// The parts of the system that every platform has, under one name: Foundation's essentials and the C library.
//
// Who imports this module has also imported what it re-exports, members of types included (SE-0444).

#if canImport(FoundationEssentials)
@_exported import FoundationEssentials
#else
@_exported import Foundation
#endif

#if canImport(Darwin)
@_exported import Darwin
#elseif canImport(Glibc)
@_exported import Glibc
#elseif canImport(Musl)
@_exported import Musl
#elseif canImport(Android)
@_exported import Android
#endif

// What C libraries declare with different types.

#if canImport(Glibc)
/// `SOCK_STREAM`, as `socket()` takes it.
package let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
/// `SOCK_STREAM`, as `socket()` takes it.
package let streamSocket = SOCK_STREAM
#endif
