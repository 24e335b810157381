extension SystemRandomNumberGenerator {
    /// Random bytes in hexadecimal digits.
    package static func hexadecimal(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator).hexadecimal }.joined()
    }
}
