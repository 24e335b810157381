extension FixedWidthInteger {
    /// The value in hexadecimal digits, two for each byte. The value must not be negative.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}
