import WebText

/// A service that items are sent to: its name, and an address with placeholders for the item.
struct SendTemplate: Sendable, Hashable {
    /// A part of an item that an address can have, written in braces.
    enum Placeholder: String, Sendable, CaseIterable { case url, title, text }

    /// The parts of an item that are sent.
    struct Item: Sendable {
        var url: String
        var title: String
        /// The beginning of its text, with line feeds.
        var text: String
    }

    let name: String
    let address: String

    init(_ name: String, _ address: String) {
        self.name = name.onOneLine
        self.address = address.trimmed
    }

    /// Reads a name and an address, separated by white space.
    init(line: some StringProtocol) {
        let line = line.trimmed
        let space = line.lastIndex(where: \.isWhitespace)
        self.init(String(line[..<(space ?? line.startIndex)]), String(line[(space ?? line.startIndex)...]))
    }

    /// The name and the address on one line, which the store and programs have.
    var line: String { name + " " + address }

    static let examples = [
        SendTemplate("Wallabag", "https://app.wallabag.it/bookmarklet?url={url}"),
        SendTemplate("Readwise Reader", "https://readwise.io/save?title={title}&url={url}"),
        SendTemplate("Mail", "mailto:?subject={title}&body={url}"),
    ]

    /// The maximum number of templates of an account.
    static let maximum = 20
    static let longestName = 40
    static let longestAddress = 1_000
    /// The maximum length of the address that an item gets: mail programs and some servers refuse longer ones.
    static let longestFilled = 2_000
}

// MARK: - Filling

extension SendTemplate {
    private enum Piece {
        case literal(Substring)
        case placeholder(Placeholder)
        /// Braces around something else.
        case unknown(Substring)
    }

    private var pieces: [Piece] {
        var (pieces, rest): ([Piece], Substring) = ([], address[...])
        while let start = rest.firstIndex(of: "{") {
            let end = rest[start...].firstIndex(of: "}").map(rest.index(after:)) ?? rest.endIndex
            let braces = rest[start..<end]
            pieces.append(.literal(rest[..<start]))
            let placeholder = Placeholder.allCases.first { $0.braced == braces }
            pieces.append(placeholder.map { .placeholder($0) } ?? .unknown(braces))
            rest = rest[end...]
        }
        return pieces + [.literal(rest)]
    }

    private func count(_ placeholder: Placeholder) -> Int {
        pieces.count { if case .placeholder(placeholder) = $0 { true } else { false } }
    }

    /// True if the address has the text of items, which takes some work to make.
    var hasText: Bool { count(.text) > 0 }

    private var isMail: Bool { scheme?.lowercased() == "mailto" }

    private var scheme: Substring? {
        guard let colon = address.firstIndex(of: ":") else { return nil }
        let scheme = address[..<colon]
        let isName = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isName && scheme.first?.isLetter == true ? scheme : nil
    }

    /// The address with an item in it, its values percent-encoded. A title and a text that don't fit are shortened.
    func filled(with item: Item) -> String {
        var values: [Placeholder: String] = [.url: item.url.percentEncoded]
        func join() -> String {
            pieces.map { piece in
                switch piece {
                case .literal(let text), .unknown(let text): text.percentEncoded(keeping: "%:/?#[]@!$&'()*+,;=")
                case .placeholder(let placeholder): values[placeholder] ?? ""
                }
            }.joined()
        }
        for (placeholder, value) in [(.title, item.title.onOneLine), (.text, item.text)] as [(Placeholder, String)] {
            let count = count(placeholder)
            if count == 0 { continue }
            let room = (Self.longestFilled - join().utf8.count) / count
            values[placeholder] = encoded(value, atMost: room, keepsLines: !isMail || isBody(placeholder))
        }
        return join()
    }

    /// A percent-encoded text of at most so many bytes. A shortened one ends with "…" after a whole character.
    private func encoded(_ text: String, atMost room: Int, keepsLines: Bool) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { SafeText(String($0), atMost: .max).text }
        let clean = lines.joined(separator: keepsLines ? isMail ? "\r\n" : "\n" : " ")
        let whole = clean.percentEncoded
        if whole.utf8.count <= room { return whole }
        let ellipsis = "…".percentEncoded
        var beginning = ""
        for character in clean {
            let next = String(character).percentEncoded
            if beginning.utf8.count + next.utf8.count + ellipsis.utf8.count > room { break }
            beginning += next
        }
        return beginning.isEmpty ? "" : beginning + ellipsis
    }
}

extension SendTemplate.Placeholder {
    var braced: String { "{\(rawValue)}" }

    /// `{url}, {title} or {text}`
    fileprivate static let listed = "{url}, {title} or {text}"
}

// MARK: - Checking

extension SendTemplate {
    enum Field: String, Sendable { case name, address }

    /// The first thing that is wrong; nil if the template can be used.
    var refusal: (field: Field, reason: String)? {
        if name.isEmpty { return (.name, "Enter a name for this address.") }
        if name.count > Self.longestName {
            return (.name, "A name can have at most \(Self.longestName) characters. This one has \(name.count).")
        }
        return addressRefusal.map { (.address, $0) }
    }

    private var addressRefusal: String? {
        if address.isEmpty { return "Enter an address with \(Placeholder.listed) in it." }
        if address.utf8.count > Self.longestAddress {
            return
                "An address can have at most \(Self.longestAddress.grouped) characters. This one has \(address.utf8.count.grouped)."
        }
        if address.contains(where: \.isWhitespace) { return "An address can't contain spaces. Write %20 instead." }
        let begin = "Begin the address with https:// or http://, or with mailto: for a mail."
        guard let scheme else { return "The address has no scheme. \(begin)" }
        guard ["https", "http", "mailto"].contains(scheme.lowercased()) else {
            return "Items can't be sent to “\(scheme):” addresses. \(begin)"
        }
        for case .unknown(let braces) in pieces {
            return "“\(braces)” isn't a placeholder. Use \(Placeholder.listed)."
        }
        guard Placeholder.allCases.contains(where: { count($0) > 0 }) else {
            return "The address has no placeholder. Add \(Placeholder.listed) where that part of an item belongs."
        }
        return isMail ? mailRefusal : webRefusal
    }

    /// The refusal of a web address. An item must not choose the host that it is sent to.
    private var webRefusal: String? {
        let rest = address.drop { $0 != ":" }.dropFirst()
        guard rest.hasPrefix("//") else { return "Write // and a host after the scheme, as in https://example.org/." }
        let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        if host.contains("{") { return "The host can't have a placeholder. Use placeholders after it." }
        let sample = filled(with: Item(url: "https://example.org/", title: "", text: ""))
        return WebAddress(sample) == nil ? "“\(address)” isn't a web address. Check the host." : nil
    }

    /// The refusal of a mailto: address. An item must not choose who gets a message.
    private var mailRefusal: String? {
        let isSafe = Placeholder.allCases.allSatisfy { placeholder in
            fields(of: placeholder).allSatisfy { ["subject", "body"].contains($0) }
        }
        return isSafe ? nil : "A mailto: address can have placeholders only in its subject and its body."
    }

    /// The names of the fields of a mailto: address that have a placeholder; nil for its other parts.
    private func fields(of placeholder: Placeholder) -> [String?] {
        var (fields, before): ([String?], String) = ([], "")
        for piece in pieces {
            switch piece {
            case .literal(let text), .unknown(let text): before += text
            case .placeholder(let other):
                if other == placeholder { fields.append(before.mailField) }
                before += other.braced
            }
        }
        return fields
    }

    private func isBody(_ placeholder: Placeholder) -> Bool { fields(of: placeholder).allSatisfy { $0 == "body" } }
}

extension String {
    /// The name of the field of a mailto: address at the end of its beginning.
    fileprivate var mailField: String? {
        guard let query = firstIndex(of: "?") else { return nil }
        let field = self[index(after: query)...].split(separator: "&", omittingEmptySubsequences: false).last ?? ""
        return field.firstIndex(of: "=").map { field[..<$0].lowercased() }
    }
}

// MARK: - Lists

extension [SendTemplate] {
    /// Reads a line for each.
    init(lines: String) { self = lines.split(whereSeparator: \.isNewline).map { SendTemplate(line: $0) } }

    var lines: String { map(\.line).joined(separator: "\n") }

    /// Reads the form of the page: a name and an address for each. Rows without both are left out. Nil if it has none.
    init?(in form: Form) {
        let (names, addresses) = (form.all("send-name"), form.all("send-address"))
        if names.isEmpty, addresses.isEmpty { return nil }
        self = (0..<Swift.max(names.count, addresses.count)).compactMap { index in
            let template = SendTemplate(
                index < names.count ? names[index] : "", index < addresses.count ? addresses[index] : "")
            return template.name.isEmpty && template.address.isEmpty ? nil : template
        }
    }

    /// The first thing that is wrong, with the index of its template; nil if all can be used.
    var refusal: (index: Int, field: SendTemplate.Field, reason: String)? {
        for (index, template) in enumerated() {
            if let refusal = template.refusal { return (index, refusal.field, refusal.reason) }
        }
        if count > SendTemplate.maximum {
            let reason = "An account can have at most \(SendTemplate.maximum) services. Remove one first."
            return (count - 1, .name, reason)
        }
        return nil
    }
}
