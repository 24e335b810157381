extension String {
    /// True if the text is written from right to left.
    ///
    /// Its first letter is of such a script (Unicode's rule P2).
    package var isRightToLeft: Bool {
        unicodeScalars.lazy.prefix(400).first { $0.properties.isAlphabetic }?.isRightToLeft ?? false
    }
}

extension Unicode.Scalar {
    /// True if it is in a block of right-to-left scripts: Hebrew, Arabic, Syriac, N'Ko, Adlam and others.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
        default: false
        }
    }
}
