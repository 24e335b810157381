import WebText

extension PathPrefix {
    /// The attributes that have addresses. Values of fields and other data are paths of feeds, which have no prefix.
    static let attributes = ["href", "src", "action", "formaction", "data-address", "data-item"]
    private static let names = Set(attributes.map { Array($0.utf8) })

    /// The markup with the prefix.
    func added(to markup: HTML) -> HTML {
        if text.isEmpty { return markup }
        var text = markup.description
        return HTML(safe: text.withUTF8 { String(decoding: added(toMarkup: $0), as: UTF8.self) })
    }

    /// The bytes of the server's own HTML, in which values of attributes are in double quotes, with the prefix.
    func added(toMarkup bytes: some RandomAccessCollection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        var isTag = false
        /// The characters since the last space in a tag.
        var name: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            result.append(byte)
            guard isTag else {
                isTag = byte == UInt8(ascii: "<") && rest.first.map(Self.isLetter) == true
                name.removeAll(keepingCapacity: true)
                continue
            }
            switch byte {
            case UInt8(ascii: ">"): isTag = false
            case UInt8(ascii: " "), UInt8(ascii: "\n"): name.removeAll(keepingCapacity: true)
            case UInt8(ascii: "\""):
                let value = rest.prefix { $0 != byte }
                if name.last == UInt8(ascii: "="), Self.names.contains(Array(name.dropLast())) {
                    addPrefix(to: value, &result)
                }
                result += value
                rest = rest.dropFirst(value.count)
                // The quotation mark at the end isn't the beginning of another value.
                if let end = rest.popFirst() { result.append(end) }
            default: name.append(byte)
            }
        }
        return result
    }

    private func addPrefix(to value: some Collection<UInt8>, _ result: inout [UInt8]) {
        guard value.first == UInt8(ascii: "/"), value.dropFirst().first != UInt8(ascii: "/") else { return }
        result += text.utf8
    }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

    /// The bytes of the manifest, in which all strings that begin with a slash are addresses, with the prefix.
    func added(toManifest bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if byte == UInt8(ascii: "/"), result.last == UInt8(ascii: "\"") { result += text.utf8 }
            result.append(byte)
        }
        return result
    }
}
