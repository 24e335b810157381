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
            let rows = identities.map { identity in
                let name = identity.name ?? "Linked identity"
                return GroupList.Row(
                    name: SafeText(name, atMost: 100).html,
                    facts:
                        "Linked \(Instant(identity.createdAt).html(.ago, site.now)) · \(SafeText(identity.issuer, atMost: 200).html)",
                    buttons: """
                        <form method="post" action="/account">\(Hidden("unlink", String(identity.id)).html)\
                        \(DangerButton(path: "/account", title: "Unlink", label: "Unlink \(name)").html)</form>
                        """)
            }
            let link: HTML =
                canLink ? "<a class=\"button\" href=\"/account/openid\">Link your \(provider) identity</a>" : ""
            let heading = GroupEntry(
                id: "identities-title", title: "Sign-in with \(provider)",
                note:
                    "A linked identity signs in to this account. Signing out here doesn't sign you out of \(provider).",
                content: link)
            return "\(heading.html)\(GroupList(labelledBy: "identities-title", rows: rows).html)"
        }
    }
}
