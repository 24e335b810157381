// The parts of the system that every platform has, under one name: Foundation's essentials and the C library.
//
// A file that imports this module also imports the modules that it re-exports, with members of types (SE-0444).

#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

#if canImport(Darwin)
@_exported public import Darwin
#elseif canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Bionic)
@_exported public import Bionic
#elseif os(Windows)
@_exported public import WinSDK
#endif
