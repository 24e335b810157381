/// Parameters of addresses that count visitors and name no other page.
package enum TrackingParameters {
    /// True if `pair`, such as `utm_source=feed`, is one of them.
    package static func contains(_ pair: some StringProtocol) -> Bool {
        let name = pair.prefix { $0 != "=" }.lowercased()
        return name.hasPrefix("utm_") || ["fbclid", "gclid", "mc_cid", "mc_eid", "igshid"].contains(name)
    }
}
