import Foundation
import Platform

/// Runs synchronous code as somebody for whom permission bits hold, even when the tests are run by root.
///
/// On Linux only the calling thread's file-system identity changes; elsewhere the tests are not run by root.
func unprivileged<T>(_ body: () throws -> T) rethrows -> T {
    #if os(Linux)
    guard geteuid() == 0, let symbol = dlsym(dlopen(nil, RTLD_NOW), "setfsuid") else { return try body() }
    typealias SetIdentity = @convention(c) (UInt32) -> Int32
    let setIdentity = unsafeBitCast(symbol, to: SetIdentity.self)
    _ = setIdentity(65_534)
    defer { _ = setIdentity(0) }
    return try body()
    #else
    return try body()
    #endif
}

/// Sets permission bits, whoever owns the file.
func permit(_ bits: Int, _ url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: bits], ofItemAtPath: url.path)
}
