import Feeds
import Platform

/// The addresses that pictures may be fetched from.
///
/// Only upstreams' addresses are allowed, so that nobody can make the server send requests elsewhere.
struct AvatarSources: Sendable {
    private let hosts: [String]
    /// Other base addresses of upstreams, which serve pictures too.
    let bases: [URL]

    /// The hosts of these upstreams.
    /// - Parameter addresses: other base addresses by the upstreams' ids.
    init(_ upstreams: [Upstream], _ addresses: [String: URL]) {
        let withPictures = upstreams.filter { !$0.pictureHosts.isEmpty }
        hosts = withPictures.flatMap(\.pictureHosts)
        bases = withPictures.compactMap { addresses[$0.id] }
    }

    /// Whether the address is an upstream's.
    func allow(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty,
            url.user() == nil, url.password() == nil
        else { return false }
        let isBase = bases.contains { base in
            scheme == base.scheme?.lowercased() && host == base.host()?.lowercased() && url.port == base.port
        }
        if isBase { return true }
        guard scheme == "https", url.port == nil || url.port == 443 else { return false }
        return hosts.contains { $0.hasPrefix("*.") ? host.hasSuffix($0.dropFirst()) : host == $0 }
    }
}
