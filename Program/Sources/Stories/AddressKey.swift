internal import Platform
internal import WebText

/// Identifies a page, more strictly than an item's identity: scheme, `www.`, the default port, a slash at the end, the
/// fragment and tracking parameters make no difference.
struct AddressKey: Hashable {
    private let hash: UInt64

    /// Nil for a host's root, and for text that isn't a web address.
    init?(_ address: String) {
        guard let address = WebAddress(address.trimmed)?.text, let scheme = address.utf8.firstIndex(of: 0x3a)
        else { return nil }
        var rest = address[scheme...].dropFirst(3)
        if let mark = rest.firstIndex(of: "#") {
            // The fragment of a page that a script draws is a path.
            let isPath = rest[mark...].hasPrefix("#!") || rest[mark...].hasPrefix("#/")
            if !isPath { rest = rest[..<mark] }
        }
        var query = ""
        if let mark = rest.firstIndex(of: "?") {
            let kept = rest[mark...].dropFirst().split(separator: "&").filter { !Self.isIgnored($0) }
            if !kept.isEmpty { query = "?" + kept.joined(separator: "&") }
            rest = rest[..<mark]
        }
        let host = rest.prefix { $0 != "/" }
        var name = host.lowercased()
        for port in [":80", ":443"] where name.hasSuffix(port) { name.removeLast(port.count) }
        if name.hasPrefix("www.") { name.removeFirst(4) }
        var path = rest[host.endIndex...]
        while path.hasSuffix("/") { path = path.dropLast() }
        let isRoot = path.isEmpty || ["/index.html", "/index.php", "/index.htm"].contains(path)
        if isRoot, query.isEmpty { return nil }
        hash = FNV1a.hash64((name + path + query).utf8)
    }

    private static func isIgnored(_ pair: Substring) -> Bool {
        TrackingParameters.contains(pair)
            || ["ref", "ref_src", "cmpid", "smid", "ncid"].contains(pair.prefix { $0 != "=" }.lowercased())
    }
}
