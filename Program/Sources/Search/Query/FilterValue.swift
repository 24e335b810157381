import Platform
import WebText

/// A kind of value that filters take.
struct FilterValue<Parsed>: Sendable {
    /// The noun for it in errors.
    let noun: String
    var completion = SearchFilter.Completion.none
    /// Returns nil for another value.
    let parse: @Sendable (String) -> Parsed?
}

extension FilterValue<String> {
    /// Any text.
    static func text(_ noun: String) -> FilterValue { FilterValue(noun: noun) { $0.isEmpty ? nil : $0 } }

    static var folder: FilterValue {
        FilterValue(noun: "a folder", completion: .folders) { $0.isEmpty ? nil : $0 }
    }

    static var label: FilterValue {
        FilterValue(noun: "a label", completion: .labels, parse: LabelName.checked)
    }

    static var feed: FilterValue {
        FilterValue(noun: "a feed or the start of its path", completion: .feeds) { value in
            let path = value.drop { $0 == "/" }
            return path.lastIndex { $0 != "/" }.map { String(path[...$0]) }
        }
    }
}

extension FilterValue<SearchQuery.Since> {
    static var time: FilterValue {
        FilterValue(noun: "a span or a date") { value in
            if let seconds = TimeSpan.seconds(value), seconds > 0 { return .ago(seconds) }
            return Date(internetDateTime: value).map { .date($0) }
        }
    }
}

extension FilterValue<(SearchQuery.Comparison, Double)> {
    static var number: FilterValue {
        FilterValue(noun: "a number") { value in
            let (comparison, number) = SearchQuery.Comparison.prefix(of: value)
            return SearchNumber.parse(number).map { (comparison, $0) }
        }
    }

    static var rate: FilterValue {
        FilterValue(noun: "a number per hour or day") { value in
            let (comparison, rate) = SearchQuery.Comparison.prefix(of: value)
            let hours: [Substring: Double] = ["h": 1, "d": 24]
            let parts = rate.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let number = parts.first.flatMap({ SearchNumber.parse($0) }),
                let span = parts.count == 1 ? 1 : hours[parts[1]]
            else { return nil }
            return (comparison, number / span)
        }
    }
}

extension FilterValue<Double> {
    /// Kilometers, if no unit is typed.
    static var distance: FilterValue {
        FilterValue(noun: "a distance in km, m or mi", parse: SearchNumber.kilometers)
    }
}

extension FilterValue<(latitude: Double, longitude: Double)> {
    static var coordinates: FilterValue {
        FilterValue(noun: "latitude and longitude without a space") { value in
            let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map(SearchNumber.parse)
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
                abs(longitude) <= 180
            else { return nil }
            return (latitude, longitude)
        }
    }
}

extension SearchQuery.Comparison {
    /// The comparison before a number, and the number.
    fileprivate static func prefix(of value: String) -> (SearchQuery.Comparison, Substring) {
        for candidate in [Self.atLeast, .atMost, .greater, .less, .equal] where value.hasPrefix(candidate.rawValue) {
            return (candidate, value.dropFirst(candidate.rawValue.count))
        }
        return (.atLeast, value[...])
    }
}

/// Numbers in searches.
enum SearchNumber {
    /// A plain decimal number.
    static func parse(_ text: some StringProtocol) -> Double? {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
        return isPlain ? Double(String(text)) : nil
    }

    /// A positive number with its unit; kilometers by default.
    static func kilometers(_ text: String) -> Double? {
        let text = text.lowercased()
        for (unit, factor) in [("km", 1), ("mi", 1.609_344), ("m", 0.001)] where text.hasSuffix(unit) {
            return parse(text.dropLast(unit.count)).flatMap { $0 > 0 ? $0 * factor : nil }
        }
        return parse(text).flatMap { $0 > 0 ? $0 : nil }
    }
}

/// The kind of an item's measure. Searches compare only measures of one kind.
package enum MeasureKind: String, Sendable, Hashable, CaseIterable {
    /// Votes of readers.
    case points
    /// The magnitude of an earthquake.
    case magnitude
    /// The area of a natural event, in acres.
    case acres
}

/// Time spans as readers type them.
package enum TimeSpan {
    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400]

    /// Seconds of `90s`, `10m`, `2h`, `90d` or `2w`; nil for anything else, and for counts above 99,999.
    package static func seconds(_ text: some StringProtocol) -> Int? {
        guard let unit = text.lowercased().last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
            (0..<100_000).contains(count)
        else { return nil }
        return count * unit
    }
}
