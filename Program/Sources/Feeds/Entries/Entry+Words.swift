import Platform
import WebText

extension Entry {
    /// The suffix of the title of a saved item that its upstream has removed.
    package static var withdrawnSuffix: String { " (no longer listed)" }

    /// The known measures in words, such as `301 points` and `magnitude 4.5`, which the page, the reader and reader apps show
    /// with the item.
    package var details: [String] {
        measures.filter { $0.value != nil }.map { $0.unit.plural.isEmpty ? "\($0.id) \($0.words)" : $0.words }
    }

    /// The web address of the item: of its link or, if it links a feed or nothing, of its discussion.
    var pageAddress: WebAddress? {
        if case .web(let url) = link { return WebAddress(url) }
        return discussion.flatMap { WebAddress($0) }
    }
}

extension Entry.Measure {
    /// The number with its unit: `1,200 acres`, `1 point`; `… points` if the number is unknown.
    package var words: String {
        let unit = value == 1 ? unit.singular : unit.plural
        return unit.isEmpty ? number : number + " " + unit
    }

    /// The number to one decimal place, with thousands separators; whole numbers without one unless ``showsTenths`` is set.
    package var number: String {
        guard let value else { return "…" }
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        let tenths = Int((abs(value) * 10).rounded())
        return (value < 0 ? "−" : "") + (tenths / 10).grouped
            + (tenths % 10 == 0 && !showsTenths ? "" : ".\(tenths % 10)")
    }
}

extension Entry.Enclosure {
    /// The name of the file, or else its address.
    package var title: String {
        let name = url.lastPathComponent.percentDecoded ?? url.lastPathComponent
        return name.isEmpty || name == "/" ? url.absoluteString : name
    }

    /// "audio/mpeg · 42 min · 31 MB", as far as it is known.
    package var facts: [String] {
        [type, duration.map { Span(TimeInterval($0)).words }, length.flatMap { $0 > 0 ? ByteCount($0).words : nil }]
            .compactMap { $0 }
    }
}

/// A size of a file in words.
package struct ByteCount {
    private let count: Int

    /// A size in bytes.
    package init(_ count: Int) { self.count = count }

    /// "512 B", "31 kB", "1.2 GB".
    package var words: String {
        var (value, unit) = (Double(count), 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let tenths = Int((value * 10).rounded())
        let number = unit == 0 || tenths >= 100 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
        return "\(number) \(units[unit])"
    }
}

/// A length of time in words.
package struct Span {
    private let seconds: Int

    /// A length of time in seconds.
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
