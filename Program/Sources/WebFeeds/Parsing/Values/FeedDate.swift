import Platform
import WebText

/// Parses dates in feeds: RFC 3339, RFC 822, and similar forms.
enum FeedDate {
    /// The date; nil if the text contains none, or a placeholder.
    static func date(_ text: String?) -> Date? {
        guard let text, text.utf8.count <= 100 else { return nil }
        if let date = Date(internetDateTime: completed(text)) { return isMeant(date) ? date : nil }
        var copy = text.utf8.allSatisfy { $0 < 0x80 } ? text : withPlainSpaces(text)
        let date = copy.withUTF8 { bytes in
            var parts = DateParts()
            var scanner = DateScanner(bytes)
            while scanner.readNext(into: &parts) {}
            return parts.date
        }
        return date.flatMap { isMeant($0) ? $0 : nil }
    }

    /// The text with spaces for all characters outside ASCII but letters.
    private static func withPlainSpaces(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII || $0.properties.isAlphabetic ? $0 : " " }))
    }

    /// A year or a month alone, as Dublin Core allows, means its first day.
    private static func completed(_ text: String) -> String {
        let date = text.trimmed
        switch date.utf8.count {
        case 4: return date + "-01-01"
        case 7: return date + "-01"
        default: return text
        }
    }

    /// Programs write the year 1 or the first second of 1970 for no date.
    private static func isMeant(_ date: Date) -> Bool {
        date.timeIntervalSince1970 > -62_000_000_000 && date.timeIntervalSince1970 != 0
    }
}

/// The parts of a date found so far.
private struct DateParts {
    var year: Int?
    var month: Int?
    /// True if the month's name may be a weekday's.
    var monthMayBeWeekday = false
    var day: Int?
    /// True if the day and the month may be the other way round, as in `09/03/2024`.
    var isOrderUnknown = false
    /// 0 is Sunday.
    var weekday: Int?
    /// True if an unreadable part was found: the date is unknown then, regardless of the rest.
    var isUnreadable = false
    var hour: Int?
    var minute = 0
    var second = 0
    /// Seconds east of UTC.
    var offset: Int?
    var isAfternoon: Bool?

    var date: Date? {
        guard !isUnreadable, let year, let (day, month) = dayAndMonth(of: year) else { return nil }
        var hour = hour ?? 0
        if let isAfternoon, hour <= 12 { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        // Midnight at the end of the day.
        let isNextDay = hour == 24 && minute == 0 && second == 0
        let civil = CivilDate(
            year: year, month: month, day: day, hour: isNextDay ? 0 : hour, minute: minute, second: second)
        return civil?.date(offset: offset ?? 0).addingTimeInterval(isNextDay ? 86_400 : 0)
    }

    /// The day and the month; where their order is unknown, only if the weekday decides it.
    private func dayAndMonth(of year: Int) -> (day: Int, month: Int)? {
        guard let day, let month else { return nil }
        guard isOrderUnknown, day != month else { return (day, month) }
        let orders = [(day, month), (month, day)].filter { order in
            weekday != nil && CivilDate(year: year, month: order.1, day: order.0)?.weekday == weekday
        }
        return orders.count == 1 ? orders[0] : nil
    }
}

/// Finds the parts of a date in text, in any order.
private struct DateScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Reads a word, number or sign; false at the end.
    mutating func readNext(into parts: inout DateParts) -> Bool {
        guard let byte = peek else { return false }
        if byte.isWordByte {
            word(into: &parts)
        } else if byte.isDigit {
            number(into: &parts)
        } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), parts.hour != nil, peek(1)?.isDigit == true {
            position += 1
            offset(byte == UInt8(ascii: "-") ? -1 : 1, into: &parts)
        } else {
            position += 1
        }
        return true
    }

    private var peek: UInt8? { peek(0) }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private mutating func digits(atMost count: Int = 8) -> (value: Int, count: Int) {
        var value = 0
        let start = position
        while let byte = peek, byte.isDigit, position - start < count {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        return (value, position - start)
    }

    private mutating func word(into parts: inout DateParts) {
        let start = position
        while peek?.isWordByte == true { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
        if let month = MonthNames.month(word) {
            if parts.month == nil || parts.monthMayBeWeekday {
                parts.month = month
                parts.monthMayBeWeekday = MonthNames.mayBeWeekday(word) && parts.day == nil
            }
        } else if let weekday = FeedNumbers.weekday(word), parts.weekday == nil {
            parts.weekday = weekday
        } else if word == "w", parts.year != nil, parts.month == nil, peek?.isDigit == true {
            // `2026-W23-1` counts weeks.
            parts.isUnreadable = true
        } else if parts.monthMayBeWeekday, parts.day != nil, parts.year == nil {
            // The month in another language.
            parts.month = nil
        } else if word == "am" || word == "pm" {
            parts.isAfternoon = word == "pm"
        } else if parts.hour != nil, parts.offset == nil, let hours = Self.zones[word] {
            parts.offset = Int(hours * 3600)
        }
    }

    private mutating func number(into parts: inout DateParts) {
        let start = position
        let (value, count) = digits()
        switch peek {
        case UInt8(ascii: ":") where parts.hour == nil && count <= 2: clock(value, into: &parts)
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."):
            if count == 4, parts.year == nil, parts.month == nil { return calendarDate(value, into: &parts) }
            assign(value, count, after: joint(before: start), into: &parts)
        case let byte?
        where byte.isLetter && count <= 2 && Self.ordinals.contains(byte | 0x20) && peek(1)?.isLetter == true:
            // 1st, 2nd, 3rd, 4th
            position += 2
            assign(value, count, after: nil, into: &parts)
        default:
            assign(value, count, after: joint(before: start), into: &parts)
        }
        if position == start { position += 1 }
    }

    /// `2021/9/7`: year, month and day.
    private mutating func calendarDate(_ year: Int, into parts: inout DateParts) {
        parts.year = year
        position += 1
        guard peek?.isDigit == true else { return }
        let (month, count) = digits()
        // `2026-152` counts days.
        guard count <= 2 else {
            parts.isUnreadable = true
            return
        }
        parts.month = month
        if let byte = peek, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "."),
            peek(1)?.isDigit == true
        {
            position += 1
            parts.day = digits(atMost: 2).value
        }
    }

    /// The character that joins a number to the one before it.
    private func joint(before start: Int) -> UInt8? {
        start > 0 && Self.joints.contains(bytes[start - 1]) ? bytes[start - 1] : nil
    }

    private func assign(_ value: Int, _ count: Int, after joint: UInt8?, into parts: inout DateParts) {
        if count <= 2, parts.day == nil {
            parts.day = value
        } else if count <= 2, let joint, parts.month == nil, let day = parts.day {
            // 21/9/2026, or 9/21/2026. With points, the day is first.
            (parts.day, parts.month) = value > 12 ? (value, day) : (day, value)
            parts.isOrderUnknown = day <= 12 && value <= 12 && joint != UInt8(ascii: ".")
        } else if parts.year == nil {
            // 99 is 1999; 126 is what programs with two-digit years write for 2026.
            parts.year = count <= 2 ? (value < 70 ? 2000 : 1900) + value : count == 3 ? 1900 + value : value
        }
    }

    private mutating func clock(_ hour: Int, into parts: inout DateParts) {
        parts.hour = hour
        position += 1
        parts.minute = digits(atMost: 2).value
        guard peek == UInt8(ascii: ":") else { return }
        position += 1
        parts.second = digits(atMost: 2).value
        if let byte = peek, byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), peek(1)?.isDigit == true {
            position += 1
            while peek?.isDigit == true { position += 1 }
        }
    }

    /// `+1`, `+01`, `+0100`, `+01:00`, also after a zone's name.
    private mutating func offset(_ sign: Int, into parts: inout DateParts) {
        let (value, count) = digits(atMost: 4)
        var (hours, minutes) = count > 2 ? (value / 100, value % 100) : (value, 0)
        if count <= 2, peek == UInt8(ascii: ":") {
            position += 1
            minutes = digits(atMost: 2).value
        }
        guard hours < 24, minutes < 60 else { return }
        hours *= sign
        parts.offset = hours * 3600 + sign * minutes * 60
    }

    private static let joints: Set<UInt8> = [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")]
    private static let ordinals: Set<UInt8> = [
        UInt8(ascii: "s"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"),
    ]

    /// The offset from UTC in hours. Military letters other than Z were used in both senses and mean nothing (RFC 5322, 4.3).
    private static let zones: [String: Double] = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
        "pst": -8, "pdt": -7, "akst": -9, "akdt": -8, "hst": -10, "ast": -4, "adt": -3, "nst": -3.5, "ndt": -2.5,
        "wet": 0, "west": 1, "bst": 1, "cet": 1, "met": 1, "cest": 2, "mest": 2, "eet": 2, "eest": 3, "msk": 3,
        "msd": 4,
        "ist": 5.5, "sgt": 8, "hkt": 8, "jst": 9, "kst": 9, "aest": 10, "aedt": 11, "acst": 9.5, "acdt": 10.5,
        "awst": 8, "nzst": 12, "nzdt": 13,
    ]
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    /// True if the byte is a letter's; outside ASCII, there are only letters.
    fileprivate var isWordByte: Bool { isLetter || self >= 0x80 }
}

/// The names of months in twelve languages: in full, as in dates, and their usual short forms.
enum MonthNames {
    /// The month's number, 1 to 12; nil for any other word. The word is in lowercase.
    static func month(_ word: String) -> Int? { numbers[word] }

    /// True if the short form of a month is also a weekday's: Tuesday is `mar` in three languages.
    static func mayBeWeekday(_ word: String) -> Bool { word == "mar" }

    private static let numbers = Dictionary(
        names.enumerated().flatMap { index, names in names.split(separator: " ").map { (String($0), index + 1) } }
    ) { first, _ in first }

    /// For each month: English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish and Norwegian, Finnish, Polish,
    /// Czech and Russian. `listopada` is missing: it is November in Polish, and October in Croatian.
    private static let names = [
        """
        jan january januar jänner janvier janv enero ene gennaio gen janeiro januari tammikuu tammikuuta styczeń \
        stycznia sty leden ledna январь января янв
        """,
        """
        feb february februar feber février fevrier févr fevr fév fev febrero febbraio fevereiro februari helmikuu \
        helmikuuta luty lutego lut únor února февраль февраля фев
        """,
        """
        mar march märz maerz mär mrz mars marzo março marco maart mrt marts maaliskuu maaliskuuta marzec marca březen \
        března март марта мар
        """,
        """
        apr april avril avr abril abr aprile huhtikuu huhtikuuta kwiecień kwietnia kwi duben dubna апрель апреля апр
        """,
        """
        may mai mayo maggio mag maio mei maj toukokuu toukokuuta maja květen května май мая
        """,
        """
        jun june juni juin junio giugno giu junho kesäkuu kesäkuuta czerwiec czerwca cze červen června июнь июня июн
        """,
        """
        jul july juli juillet juil julio luglio lug julho heinäkuu heinäkuuta lipiec lipca lip červenec července \
        июль июля июл
        """,
        """
        aug august août aout aoû agosto ago augustus augusti elokuu elokuuta sierpień sierpnia sie srpen srpna \
        август августа авг
        """,
        """
        sep sept september septembre septiembre setiembre settembre set setembro syyskuu syyskuuta wrzesień września \
        wrz září сентябрь сентября сен
        """,
        """
        oct october oktober okt octobre octubre ottobre ott outubro out lokakuu lokakuuta październik października paź \
        říjen října октябрь октября окт
        """,
        """
        nov november novembre noviembre novembro marraskuu marraskuuta lis listopadu ноябрь ноября ноя
        """,
        """
        dec december dezember dez décembre decembre déc diciembre dic dicembre dezembro desember des joulukuu \
        joulukuuta grudzień grudnia gru prosinec prosince декабрь декабря дек
        """,
    ]
}
