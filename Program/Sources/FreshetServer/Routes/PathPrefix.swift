import HTTPTypes
import HummingbirdCore
import WebText

/// The path below which readers reach the server, such as `/freshet`; empty if its host is its own.
///
/// The rest of the server knows only addresses without it. ``RequestHandler`` removes it from requests, and adds it to
/// responses and events.
struct PathPrefix: Sendable, Hashable {
    /// No slash is at its end.
    let text: String

    /// The prefix of a server whose host is its own.
    static let none = PathPrefix()

    private init() { text = "" }

    /// Reads the path of a public address; nil if a part isn't made of letters, digits and `-._~`.
    init?(_ path: String) {
        let text = path.last == "/" ? path.dropLast() : path[...]
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard text.isEmpty || parts.first == "" && parts.count > 1 && parts.dropFirst().allSatisfy(Self.isPart) else {
            return nil
        }
        self.text = String(text)
    }

    /// True if proxies, browsers and cookies write the part unchanged.
    private static func isPart(_ part: Substring) -> Bool {
        !["", ".", ".."].contains(part)
            && part.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains($0)
                }
            }
    }

    // MARK: Requests

    /// The address that a request asks for, without the prefix; nil if it isn't below the prefix.
    func removed(from address: String) -> String? {
        if text.isEmpty { return address }
        guard address.utf8.starts(with: text.utf8) else { return nil }
        let rest = address.utf8.dropFirst(text.utf8.count)
        return rest.first == UInt8(ascii: "/") ? String(decoding: rest, as: UTF8.self) : nil
    }

    /// The request without the prefix in its address and its cookies; nil if it isn't below the prefix.
    func removed(from request: Request) -> Request? {
        if text.isEmpty { return request }
        guard let path = request.head.path.flatMap({ removed(from: $0) }) else { return nil }
        var head = request.head
        head.path = path
        head.headerFields[values: .cookie] = head.headerFields[values: .cookie].map(Self.ownCookies)
        return Request(head: head, body: request.body)
    }

    /// The cookies of a request with the names that they have without a prefix.
    private static func ownCookies(_ field: String) -> String {
        field.split(separator: ";").map { $0.drop { $0 == " " } }.compactMap { pair in
            // Those belong to a server at the host's root.
            if pair.hasPrefix(hostOnly) { return nil }
            return pair.hasPrefix(secureOnly) ? hostOnly + pair.dropFirst(secureOnly.count) : String(pair)
        }.joined(separator: "; ")
    }

    /// Begins the names of cookies that browsers accept only over TLS, and for all paths of the host.
    private static let hostOnly = "__Host-"
    /// Begins the names of cookies that browsers accept only over TLS.
    private static let secureOnly = "__Secure-"

    // MARK: Responses

    /// The address with the prefix, if it is on this server.
    func added(to address: String) -> String {
        address.first == "/" && !address.hasPrefix("//") ? text + address : address
    }

    /// The response with the prefix in its headers, and in its body if that is a page or the manifest.
    func added(to response: ServerResponse) -> ServerResponse {
        if text.isEmpty { return response }
        var response = response
        response.headers[.location] = response.headers[.location].map { added(to: $0) }
        response.headers[.refresh] = response.headers[.refresh].map {
            $0.replacing("url=/", with: "url=\(text)/", maxReplacements: 1)
        }
        response.headers[values: .setCookie] = response.headers[values: .setCookie].map { added(toCookie: $0) }
        if case .content(let content) = response.body { response.body = .content(content.below(self)) }
        return response
    }

    private func added(toCookie cookie: String) -> String {
        let cookie = cookie.replacing("; Path=/", with: "; Path=\(text)/", maxReplacements: 1)
        return cookie.hasPrefix(Self.hostOnly) ? Self.secureOnly + cookie.dropFirst(Self.hostOnly.count) : cookie
    }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    static let refresh = HTTPField.Name("Refresh").unsafelyUnwrapped
}

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
