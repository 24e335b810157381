import Platform

extension Date {
    /// `2026-11-21T10:32:00Z`: RFC 3339 in UTC, rounded down to the second.
    ///
    /// Years 1970 to 9999 are formatted here, because the system's formatter loads a calendar first.
    package var internetDateTime: String {
        let instant = timeIntervalSince1970.rounded(.down)
        guard instant >= 0, instant < 253_402_300_800 else { return formatted(Date.ISO8601FormatStyle()) }
        let date = CivilDate(secondsSince1970: Int(instant))
        return String(unsafeUninitializedCapacity: 20) { text in
            var end = 0
            func write(_ number: Int, _ digits: Int, _ separator: Unicode.Scalar) {
                var rest = number
                for place in (end..<end + digits).reversed() {
                    text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                text[end + digits] = UInt8(ascii: separator)
                end += digits + 1
            }
            write(date.year, 4, "-")
            write(date.month, 2, "-")
            write(date.day, 2, "T")
            write(date.hour, 2, ":")
            write(date.minute, 2, ":")
            write(date.second, 2, "Z")
            return end
        }
    }

    /// `2026-11-21T10:32:00.250Z`: RFC 3339 in UTC, rounded down to the millisecond.
    package var internetDateTimeWithMilliseconds: String {
        let fraction = timeIntervalSince1970 - timeIntervalSince1970.rounded(.down)
        let digits = String(1000 + min(999, Int(fraction * 1000))).dropFirst()
        return internetDateTime.dropLast() + "." + digits + "Z"
    }

    /// `2026-11-21`: the day in UTC.
    package var internetDate: String { String(internetDateTime.prefix { $0 != "T" }) }
}

extension Date {
    /// Parses RFC 3339 and common variants of ISO 8601; nil for anything else.
    ///
    /// A space may replace the `T`. Without a zone the time is UTC; without a time it is midnight.
    /// Fractions of a second are dropped.
    package init?(internetDateTime text: some StringProtocol) {
        var copy = String(text)
        guard let date = copy.withUTF8({ Self.read($0) }) else { return nil }
        self = date
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        var reader = DateReader(bytes)
        reader.skipSpaces()
        guard let year = reader.number(4) else { return nil }
        let isExtended = reader.take("-")
        guard let month = reader.number(2), !isExtended || reader.take("-"), let day = reader.number(2) else {
            return nil
        }
        var clock = (hour: 0, minute: 0, second: 0)
        var offset = 0
        if reader.takeAny("Tt ") {
            reader.skipSpaces()
            guard let time = reader.clock(), let zone = reader.offset() else { return nil }
            (clock, offset) = (time, zone)
        }
        reader.skipSpaces()
        guard reader.isAtEnd,
            let date = CivilDate(
                year: year, month: month, day: day, hour: clock.hour, minute: clock.minute,
                second: clock.second)
        else { return nil }
        return date.date(offset: offset)
    }
}

/// Reads the parts of a date from ASCII text.
private struct DateReader {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func takeAny(_ characters: StaticString) -> Bool {
        guard let first = rest.first, characters.withUTF8Buffer({ $0.contains(first) }) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipSpaces() {
        while let first = rest.first, first == 0x20 || (0x09...0x0d).contains(first) { rest.removeFirst() }
    }

    mutating func number(_ digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
            rest.removeFirst()
        }
        return number
    }

    /// Hours and minutes, with or without seconds and colons.
    mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(2) else { return nil }
        let hasColons = take(":")
        guard let minute = number(2) else { return nil }
        let next = rest.first ?? 0
        guard hasColons ? take(":") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else {
            return (hour, minute, 0)
        }
        guard let second = number(2) else { return nil }
        if takeAny(".,") {
            while number(1) != nil {}
        }
        return (hour, minute, second)
    }

    /// The offset from UTC in seconds; 0 without a zone.
    mutating func offset() -> Int? {
        skipSpaces()
        if isAtEnd || takeAny("Zz") { return 0 }
        let sign = take("-") ? -1 : take("+") ? 1 : 0
        guard sign != 0, let hours = number(2), hours < 24 else { return nil }
        if isAtEnd { return sign * hours * 3600 }
        _ = take(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}

/// A date in JSON, in RFC 3339 or a common variant of ISO 8601.
package struct InternetDate: Decodable {
    package let date: Date

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = Date(internetDateTime: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) isn't an ISO 8601 date")
        }
        self.date = date
    }
}
