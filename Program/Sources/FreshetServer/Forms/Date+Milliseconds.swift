import Platform
import WebText

extension Date {
    /// Reads milliseconds since 1970, as forms send them; nil beyond the whole numbers that JSON carries exactly.
    init?(milliseconds text: String) {
        guard let milliseconds = Int64(text), milliseconds.magnitude <= 1 << 53 else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
