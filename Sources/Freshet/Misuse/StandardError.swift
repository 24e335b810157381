import FreshetPlatform

/// Writes to standard error.
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
