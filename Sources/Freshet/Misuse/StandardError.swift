#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes to standard error without Foundation.
enum StandardError {
    /// Writes a line.
    static func writeLine(_ line: String) {
        #if os(Windows)
        print(line)
        #else
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
        #endif
    }
}
