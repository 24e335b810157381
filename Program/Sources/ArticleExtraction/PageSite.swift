import Platform

/// The site of a page, by its hosts.
struct PageSite {
    private let names: Set<Substring>

    /// - Parameters:
    ///   - address: the page's address.
    ///   - canonical: the address by which the page calls itself.
    init(_ address: URL?, canonical: String?) {
        let hosts = [address?.host.map { Substring($0) }, canonical.flatMap(Self.host)].compactMap { $0 }
        names = Set(hosts.map(Self.name))
    }

    /// Whether a link leads to another site.
    func isAbroad(_ link: String?) -> Bool {
        guard !names.isEmpty, let link, let host = Self.host(of: link) else { return false }
        return !names.contains(Self.name(of: host))
    }

    /// The host of an absolute address of the web; nil for others.
    private static func host(of link: String) -> Substring? {
        let parts = link.prefix(300).trimmingPrefix(" ").split(
            separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty, ["", "http:", "https:"].contains(parts[0].lowercased()) else {
            return nil
        }
        return parts[2].prefix { !"?#:".contains($0) }
    }

    /// The last two labels of a host: its subdomains count as the same site.
    private static func name(of host: Substring) -> Substring {
        let host = Substring(host.lowercased())
        let dots = host.indices.filter { host[$0] == "." }
        return dots.count < 2 ? host : host[host.index(after: dots[dots.count - 2])...]
    }
}
