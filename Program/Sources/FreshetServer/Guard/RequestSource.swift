import HTTPTypes
import Platform

/// The origin of a request, as browsers report it.
///
/// Every browser sends `Sec-Fetch-Site` to TLS and loopback addresses; over plain HTTP, it may send only `Origin` or `Referer`.
/// Programs send none of these headers, and have no cookies of a reader.
enum RequestSource: Sendable, Hashable {
    /// A page of this server.
    case ownPage
    /// A program, or a browser that sends none of the headers.
    case program
    /// The browser's user: a typed address, a bookmark, a link in another program.
    case user
    /// A link or a script of another site that opens a page of this server.
    case foreignLink
    /// Another site: a picture, a frame, a script or a form. Another port of this host is another site too.
    case otherSite

    /// - Parameters:
    ///   - authority: the server as the request names it.
    ///   - publicURL: the server's address for readers behind a proxy.
    init(_ headers: HTTPFields, authority: String, publicURL: PublicURL?) {
        switch headers[.secFetchSite] {
        case "same-origin": self = .ownPage
        case "none": self = .user
        case nil:
            guard let origin = headers[.origin] ?? headers[.referer].map(Self.origin) else {
                self = .program
                return
            }
            if Self.isOwn(origin, authority: authority, publicURL: publicURL) {
                self = .ownPage
            } else {
                self = Self.opensPage(headers) ? .foreignLink : .otherSite
            }
        // On one host, pages of other ports are “same-site”. They aren't trusted.
        default: self = Self.opensPage(headers) ? .foreignLink : .otherSite
        }
    }

    /// True if the request may change something.
    var maySend: Bool { self == .ownPage || self == .program || self == .user }

    /// True if a response to the request may need an upstream.
    var mayAskUpstreams: Bool { maySend }

    /// True if the request opens a page in a tab, which no other site can read.
    private static func opensPage(_ headers: HTTPFields) -> Bool {
        headers[.secFetchMode] == "navigate" && headers[.secFetchDest] == "document"
    }

    /// The origin of an address: what comes before its path.
    private static func origin(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        let end = address[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        return String(address[..<end])
    }

    private static func isOwn(_ origin: String, authority: String, publicURL: PublicURL?) -> Bool {
        if let publicURL {
            if origin.lowercased() == publicURL.origin { return true }
            // Anyone on the network can forge a page of the same name without TLS.
            if publicURL.isMeant(by: authority) { return false }
        }
        // The scheme isn't compared, because a proxy may terminate TLS.
        guard let scheme = origin.firstRange(of: "://") else { return false }
        return origin[scheme.upperBound...].lowercased() == authority.lowercased()
    }
}

extension HTTPField.Name {
    // Field names are tokens; these are.
    static let host = HTTPField.Name("Host").unsafelyUnwrapped
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto").unsafelyUnwrapped
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site").unsafelyUnwrapped
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode").unsafelyUnwrapped
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest").unsafelyUnwrapped
    static let lastEventID = HTTPField.Name("Last-Event-ID").unsafelyUnwrapped
    static let referrerPolicy = HTTPField.Name("Referrer-Policy").unsafelyUnwrapped
    static let permissionsPolicy = HTTPField.Name("Permissions-Policy").unsafelyUnwrapped
    static let openerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy").unsafelyUnwrapped
    static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy").unsafelyUnwrapped
}

/// The proxies that are trusted to report their clients' addresses.
struct TrustedProxies: Sendable {
    private let addresses: Set<IPAddress>
    /// True if a proxy is expected on this machine.
    private let areOnThisMachine: Bool

    /// - Parameters:
    ///   - publicURL: the server's address behind a proxy, which is on this machine unless it is among `addresses`.
    ///   - hasAllowedHosts: true if the server answers for other names, as it does behind a proxy.
    init(_ addresses: [IPAddress], publicURL: PublicURL?, hasAllowedHosts: Bool = false) {
        self.addresses = Set(addresses)
        areOnThisMachine = publicURL != nil || hasAllowedHosts
    }

    /// True if the address is a trusted proxy.
    func contain(_ address: IPAddress) -> Bool {
        addresses.contains(address) || areOnThisMachine && address.isLoopback
    }

    /// The client's address: the peer of the connection or, behind proxies, the last forwarded address that isn't a proxy.
    func client(at peer: IPAddress?, _ headers: HTTPFields) -> IPAddress? {
        guard var client = peer else { return nil }
        for hop in headers[values: .forwardedFor].joined(separator: ",").split(separator: ",").reversed() {
            guard contain(client), let address = IPAddress(hop) else { break }
            client = address
        }
        return client
    }
}

extension HTTPFields {
    /// True if a proxy has added fields about the client that sent the request to it. Proxies may add none.
    var areForwarded: Bool { HTTPField.Name.ofProxies.contains { self[$0] != nil } }
}

extension HTTPField.Name {
    // Field names are tokens; these are.
    fileprivate static let ofProxies: [HTTPField.Name] = [
        "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port",
        "X-Forwarded-Server", "X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP",
    ].compactMap { HTTPField.Name($0) }
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For").unsafelyUnwrapped
}

/// The host names that this server accepts, which prevents DNS rebinding.
struct HostRule: Sendable {
    private let names: Set<String>
    /// True if any IP address is allowed. Unlike a name, an address can't be pointed at another machine.
    private let allowsAddresses: Bool

    /// The names of loopback, the name the server is bound to, and `allowed`.
    init(boundTo host: String, allowed: [String]) {
        let own = IPAddress.isLoopback(host: host) || IPAddress(host) != nil ? [] : [host]
        names = Set((["localhost"] + own + allowed).map(Self.name))
        allowsAddresses = !IPAddress.isLoopback(host: host)
    }

    /// True if the server answers requests with that `Host`.
    func allows(_ authority: String) -> Bool {
        guard Self.isAuthority(authority) else { return false }
        let name = Self.name(authority)
        if names.contains(name) { return true }
        return IPAddress(name).map { allowsAddresses || $0.isLoopback } ?? false
    }

    /// True for a name or an address with an optional port, and nothing else: a link that begins with it leads there.
    private static func isAuthority(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isName: (UInt8) -> Bool = { $0 > 0x20 && !":@/[]?#\\".utf8.contains($0) }
        let isAddress: (UInt8) -> Bool = { $0 == UInt8(ascii: ":") || isName($0) }
        if bytes.count(where: { $0 == UInt8(ascii: ":") }) > 1, bytes.first != UInt8(ascii: "[") {
            return bytes.allSatisfy(isAddress)
        }
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "[") {
            rest = rest.dropFirst().drop(while: isAddress)
            guard rest.popFirst() == UInt8(ascii: "]") else { return false }
        } else {
            rest = rest.drop(while: isName)
        }
        if rest.isEmpty { return !bytes.isEmpty }
        return rest.popFirst() == UInt8(ascii: ":") && rest.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// The name in lowercase, without port, brackets and final dot.
    static func name(_ authority: String) -> String {
        var rest = authority.lowercased()[...]
        if rest.first == "[" {
            rest = rest.dropFirst().prefix { $0 != "]" }
            return String(rest)
        }
        if rest.count(where: { $0 == ":" }) == 1 { rest = rest.prefix { $0 != ":" } }
        if rest.last == "." { rest.removeLast() }
        return String(rest)
    }
}
