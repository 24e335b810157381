import FeedStore
import WebText

extension AccountPage {
    /// The account's identities at the configured provider.
    struct LinkedIdentities: Sendable {
        /// The provider's name.
        let provider: String
        let identities: [Identity]
        /// Whether this browser can link another one: it has a session.
        let canLink: Bool

        func html(_ site: Site) -> HTML {
            let items: [HTML] = identities.map { identity in
                let name: HTML = identity.name.map { SafeText($0, atMost: 100).html } ?? "Linked identity"
                return """
                    <li><div><b>\(name)</b> <span class="why">Linked \(Instant(identity.createdAt).html(.ago, site.now)) · \(SafeText(identity.issuer, atMost: 200).html)</span></div>\
                    <div class="sink-buttons"><form method="post" action="/account">\(Hidden("unlink", String(identity.id)).html)\
                    <button class="button quiet" aria-label="Unlink \(name)">Unlink</button></form></div></li>
                    """
            }
            let list: HTML? =
                items.isEmpty ? nil : "<ul class=\"rules sinks\" aria-labelledby=\"identities-title\">\(items)</ul>"
            let link: HTML? =
                canLink
                ? "<p><a class=\"button\" href=\"/account/openid\">Link your \(provider) identity</a></p>" : nil
            return """
                <h2 id="identities-title">Sign-in with \(provider)</h2>\
                <p class="fine">A linked identity signs in to this account. Signing out here doesn't sign you out of \(provider).</p>\(list)\(link)
                """
        }
    }
}
