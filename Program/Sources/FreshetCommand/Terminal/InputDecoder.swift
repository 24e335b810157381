/// Decodes the bytes that a terminal sends into keys, mouse events and pasted text, across reads that split a sequence.
///
/// Unknown sequences are dropped whole, so that no part of them counts as typing. Buffers at most `longestSequence` bytes, and
/// `longestPaste` bytes of pasted text.
struct InputDecoder: Sendable {
    private var pending: [UInt8] = []
    /// The pasted bytes so far; nil outside the brackets.
    private var pasted: [UInt8]?
    private static let longestSequence = 64
    private static let longestPaste = 65_536
    private static let pasteStart = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// True if bytes are buffered. A lone Escape looks like the start of a sequence until a timeout; see ``flush()``.
    var isWaiting: Bool { !pending.isEmpty && pasted == nil }

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        pending += bytes
        var events: [InputEvent] = []
        var rest = pending[...]
        while !rest.isEmpty {
            if pasted != nil {
                guard let paste = takePaste(&rest) else { break }
                events.append(.paste(paste))
            } else if rest.starts(with: Self.pasteStart) {
                rest = rest.dropFirst(Self.pasteStart.count)
                pasted = []
            } else {
                guard let (event, length) = Self.next(rest) else { break }
                if let event { events.append(event) }
                rest = rest.dropFirst(length)
            }
        }
        pending = rest.count > Self.longestSequence ? [] : Array(rest)
        return events
    }

    /// Decodes the buffered bytes as if nothing follows: Escape, or nothing for an incomplete sequence.
    mutating func flush() -> [InputEvent] {
        defer { pending = [] }
        return pending == [0x1B] ? [.key(.escape)] : []
    }

    /// Moves pasted bytes out of `rest`; returns the text when its end has come.
    private mutating func takePaste(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let end = rest.firstRange(of: Self.pasteEnd) else {
            // The end may be split between two reads.
            let kept = min(rest.count, Self.pasteEnd.count - 1)
            append(rest.dropLast(kept))
            rest = rest.suffix(kept)
            return nil
        }
        append(rest[..<end.lowerBound])
        rest = rest[end.upperBound...]
        defer { pasted = nil }
        return String(decoding: pasted ?? [], as: UTF8.self)
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        let room = Self.longestPaste - (pasted?.count ?? 0)
        pasted?.append(contentsOf: bytes.prefix(max(0, room)))
    }

    /// The first event of `bytes` (nil for an unknown sequence) and its length, or nil if it is incomplete.
    private static func next(_ bytes: ArraySlice<UInt8>) -> (event: InputEvent?, length: Int)? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1B: return escape(bytes)
        case 0x0D, 0x0A: return (.key(.enter), 1)
        case 0x09: return (.key(.tab), 1)
        case 0x7F, 0x08: return (.key(.backspace), 1)
        case 0x01...0x1A: return (.key(.control(Character(Unicode.Scalar(first + 0x60)))), 1)
        case 0x00..<0x20: return (nil, 1)
        case 0x20..<0x7F: return (.key(.character(Character(Unicode.Scalar(first)))), 1)
        default: return character(bytes)
        }
    }

    private static func escape(_ bytes: ArraySlice<UInt8>) -> (event: InputEvent?, length: Int)? {
        guard let second = bytes.dropFirst().first else { return nil }
        switch second {
        case UInt8(ascii: "["):
            let body = bytes.dropFirst(2)
            guard let end = body.firstIndex(where: { !(0x20...0x3F ~= $0) }) else { return nil }
            // A byte that can't end a sequence starts something else: this sequence was cut off.
            guard 0x40...0x7E ~= bytes[end] else { return (nil, end - bytes.startIndex) }
            // The Linux console's function keys: "[[A".
            if bytes[end] == UInt8(ascii: "["), end == body.startIndex {
                return body.count > 1 ? (nil, 4) : nil
            }
            let (parameters, length) = (body[..<end], end - bytes.startIndex + 1)
            if parameters.first == UInt8(ascii: "<") { return (mouse(parameters.dropFirst(), bytes[end]), length) }
            return (controlSequence(parameters: parameters, final: bytes[end]).map { .key($0) }, length)
        case UInt8(ascii: "O"):
            guard let third = bytes.dropFirst(2).first else { return nil }
            let key = 0x40...0x7E ~= third ? controlSequence(parameters: [], final: third) : nil
            return (key.map { .key($0) }, 0x20...0x7E ~= third ? 3 : 2)
        case 0x1B: return (.key(.escape), 1)
        case 0x20..<0x7F: return (nil, 2)  // Alt with a key
        default: return (.key(.escape), 1)
        }
    }

    /// A report of the mouse (SGR 1006): button, column and row from 1. Releases and other buttons are dropped.
    private static func mouse(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> InputEvent? {
        let numbers = parameters.split(separator: UInt8(ascii: ";")).map { Int(String(decoding: $0, as: UTF8.self)) }
        guard final == UInt8(ascii: "M"), numbers.count == 3, let button = numbers[0], let column = numbers[1],
            let row = numbers[2], 1...10_000 ~= column, 1...10_000 ~= row
        else { return nil }
        let position = Screen.Position(row: row - 1, column: column - 1)
        // Bits 2 to 4 are Shift, Alt and Ctrl.
        switch button & ~0b1_1100 {
        case 0: return .mouse(.press, position)
        case 64: return .mouse(.wheelUp, position)
        case 65: return .mouse(.wheelDown, position)
        default: return nil
        }
    }

    /// Keys of xterm, the Linux console, rxvt and the VT220. Modifiers, the second parameter, are ignored.
    private static func controlSequence(parameters: ArraySlice<UInt8>, final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "M") where parameters.isEmpty: return .enter
        case UInt8(ascii: "~"): break
        default: return nil
        }
        switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
        case "1", "7": return .home
        case "4", "8": return .end
        case "3": return .delete
        case "5": return .pageUp
        case "6": return .pageDown
        default: return nil
        }
    }

    private static func character(_ bytes: ArraySlice<UInt8>) -> (event: InputEvent?, length: Int)? {
        let length: Int
        switch bytes[bytes.startIndex] {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return (nil, 1)
        }
        let continuation = bytes.dropFirst().prefix(length - 1).prefix { 0x80...0xBF ~= $0 }
        if continuation.count < length - 1 {
            // Incomplete at the end of a read, or cut off by a byte that starts something else.
            return bytes.count == continuation.count + 1 ? nil : (nil, continuation.count + 1)
        }
        guard let text = String(validating: bytes.prefix(length), as: UTF8.self), let character = text.first else {
            return (nil, length)
        }
        return (.key(.character(character)), length)
    }
}

/// An event that a terminal in raw mode reports.
enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(Mouse, Screen.Position)
    /// Pasted text, with its line feeds.
    case paste(String)
}

/// An action of the mouse.
enum Mouse: Hashable, Sendable {
    case press, wheelUp, wheelDown
}

/// A key press as a terminal in raw mode reports it.
enum Key: Hashable, Sendable {
    case character(Character)
    /// A letter with Ctrl held, in lower case. While the terminal turns keys into signals, Ctrl-C arrives as SIGINT instead.
    case control(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case enter, tab, backTab, backspace, delete, escape
}
