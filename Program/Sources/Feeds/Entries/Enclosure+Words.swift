import Platform
import WebText

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

    /// That many bytes.
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
