import FreshetHTTP
import Platform

/// Hosts on this computer or a private network whose feeds all accounts may follow.
package struct PrivateHosts: Sendable, Hashable {
    private var hosts: Set<String> = []

    /// No hosts.
    package init() {}

    /// Adds `host`, for all of its ports, or `host:port`. Returns false for anything else.
    package mutating func insert(_ text: String) -> Bool {
        let host = text.lowercased()
        guard let url = URL(string: "http://\(host)"), url.host() != nil, url.site == host else { return false }
        hosts.insert(host)
        return true
    }

    /// Compares the host, and the port if the list names one.
    package func contains(_ url: URL) -> Bool {
        let host = url.host()?.lowercased() ?? ""
        return hosts.contains(host) || hosts.contains(url.site.lowercased())
            || hosts.contains("\(host):\(url.port ?? (url.scheme == "https" ? 443 : 80))")
    }
}

/// The rights of an account to an address on this computer or a private network.
package enum PrivateAccess: Sendable {
    case allowed
    /// The feed isn't followed: a link may have led to it.
    case unfollowed
    /// Only administrators may.
    case refused
}
