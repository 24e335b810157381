import Platform

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
