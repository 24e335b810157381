#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// An instant in EONET's forms: `2025-09-21T18:00:00Z`, `2021-03-26 00:00:00` (GeoJSON of 2021, in UTC too), or a day alone.
///
/// Read by hand: a list has a date for each position, thousands of them.
struct WireDate: Decodable {
    let date: Date

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = Self.date(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not an ISO 8601 date")
        }
        self.date = date
    }

    static func date(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = Reader(rest: bytes[...])
            guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
                let day = reader.number(2), (1...12).contains(month), (1...31).contains(day)
            else { return nil }
            var seconds = days(year, month, day) * 86_400
            if reader.take("T") || reader.take(" ") {
                guard let time = reader.time(), let offset = reader.offset() else { return nil }
                seconds += time - offset
            }
            return reader.rest.isEmpty ? Date(timeIntervalSince1970: Double(seconds)) : nil
        }
    }

    /// Days since 1970-01-01 in the Gregorian calendar, counted in years that begin with March, so that the leap day comes last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    private struct Reader {
        var rest: Slice<UnsafeBufferPointer<UInt8>>

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ digits: Int) -> Int? {
            var number = 0
            for _ in 0..<digits {
                guard let digit = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else {
                    return nil
                }
                number = number * 10 + Int(digit - UInt8(ascii: "0"))
                rest.removeFirst()
            }
            return number
        }

        /// Seconds of the day; parts of a second are dropped.
        mutating func time() -> Int? {
            guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
            guard take(":") else { return hour * 3600 + minute * 60 }
            guard let second = number(2), second < 61 else { return nil }
            if take(".") {
                while number(1) != nil {}
            }
            return hour * 3600 + minute * 60 + second
        }

        /// Seconds east of UTC; without one it is UTC.
        mutating func offset() -> Int? {
            if rest.isEmpty || take("Z") { return 0 }
            let sign = take("-") ? -1 : take("+") ? 1 : 0
            guard sign != 0, let hours = number(2) else { return nil }
            _ = take(":")
            guard let minutes = number(2) else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}
