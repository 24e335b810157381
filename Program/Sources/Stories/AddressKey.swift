import Platform
import WebText

/// Identifies a page, more strictly than an item's identity: scheme, `www.`, the default port, a slash at the end, the
/// fragment and tracking parameters make no difference.
struct AddressKey: Hashable {
    private let hash: UInt64

    /// Nil for a host's root, and for text that isn't a web address.
    init?(_ address: String) {
        guard let address = WebAddress(address.trimmed)?.text else { return nil }
        let bytes = Array(address.utf8)
        var rest = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
        if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
            // The fragment of a page that a script draws is a path.
            let isPath = [UInt8(ascii: "!"), UInt8(ascii: "/")].contains(rest[mark...].dropFirst().first ?? 0)
            if !isPath { rest = rest[..<mark] }
        }
        var query: [UInt8] = []
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            for pair in rest[mark...].dropFirst().split(separator: UInt8(ascii: "&")) where !Self.isIgnored(pair) {
                query += [query.isEmpty ? UInt8(ascii: "?") : UInt8(ascii: "&")] + pair
            }
            rest = rest[..<mark]
        }
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        var name = rest[..<end].map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }[...]
        for port in [":80", ":443"] where name.suffix(port.utf8.count).elementsEqual(port.utf8) {
            name.removeLast(port.utf8.count)
        }
        if name.starts(with: "www.".utf8) { name.removeFirst(4) }
        var path = rest[end...]
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        let isRoot =
            path.isEmpty || ["/index.html", "/index.php", "/index.htm"].contains { path.elementsEqual($0.utf8) }
        if isRoot, query.isEmpty { return nil }
        hash = FNV1a.hash64(name + path + query)
    }

    private static func isIgnored(_ pair: ArraySlice<UInt8>) -> Bool {
        let pair = String(decoding: pair, as: UTF8.self)
        return TrackingParameters.contains(pair)
            || ["ref", "ref_src", "cmpid", "smid", "ncid"].contains(pair.prefix { $0 != "=" }.lowercased())
    }
}
