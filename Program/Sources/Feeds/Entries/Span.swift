import Platform
import WebText

/// A length of time in words.
package struct Span {
    private let seconds: Int

    /// That many seconds.
    package init(_ seconds: TimeInterval) { self.seconds = Int(clamped: seconds.rounded()) }

    /// "12 s", "5 min", "3 h", "4 d".
    package var words: String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}
