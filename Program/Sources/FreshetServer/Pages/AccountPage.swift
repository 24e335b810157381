import FeedStore
import Feeds
import Platform
import WebText

/// The credentials of an account and, for administrators, a link to the accounts.
struct AccountPage: Sendable {
    /// The outcome of the last change.
    enum Outcome: Sendable {
        case none
        case notice(String)
        /// A new app password, which isn't shown again.
        case issued(name: String, secret: String)
        /// The reason why a field was refused.
        case refused(field: String, String)
    }

    let account: Account
    let appPasswords: [AppPassword]
    /// The upstreams that take the account's own token, and true if it has one.
    let ownTokens: [(upstream: Upstream, isSet: Bool)]
    let sessions: [AccountSession]
    /// The session of the browser that asks.
    let current: AccountSession.ID?
    var outcome = Outcome.none
    /// True if all readers sign in.
    let isShared: Bool
    /// The addresses for reader apps.
    let apps: ReaderAppAddresses
    /// The account's identities at the OpenID provider; nil if there is none.
    var linked: LinkedIdentities?
    /// The addresses of the account's lists as feeds; nil if there are none.
    let feedAddresses: PersonalFeedAddresses?
    let site: PageContext

    var html: HTML {
        let summary: HTML =
            isShared
            ? "<p class=\"summary\">Signed in as <b>\(account.name)</b>\(account.isAdministrator ? ", an administrator" : "").</p>"
            : "<p class=\"summary\">You are the only one here. Once you add an account, everybody signs in with a name and a password.</p>"
        return Layout(title: "Account", address: "/account", site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: "Account", status: summary).html)
            \(message)\(groups.compactMap(\.self).map(\.html))</main>
            """)
    }

    private var groups: [PageGroup?] {
        [
            PageGroup(
                id: "sign-in", title: "Sign-in",
                entries: [GroupList(labelledBy: "sign-in", rows: [password]).html, linked?.html(site)]
                    .compactMap(\.self)),
            devices,
            PersonalFeedAddresses.group(feedAddresses, site.now),
            services,
            account.isAdministrator ? people : nil,
        ]
    }

    private var message: HTML? {
        switch outcome {
        case .notice(let text): "<p class=\"matches\" role=\"status\">\(SafeText(text, atMost: 400).html)</p>"
        case .issued(let name, let secret):
            """
            <p class="matches" role="status">The app password for \(SafeText(name, atMost: 100).html) is <code id="secret">\(secret)</code>. \
            Copy it now: it isn't shown again.</p>
            """
        case .none, .refused: nil
        }
    }

    private var password: GroupList.Row {
        let current: HTML? =
            account.hasPassword
            ? field("current", "Current password", type: "password", complete: "current-password") : nil
        let verb: HTML = account.hasPassword ? "Change" : "Set"
        return GroupList.Row(
            name: "Password", facts: account.hasPassword ? "Set" : "None yet",
            details: GroupDetails(
                button: "\(verb) password", isStrong: true, isOpen: isRefused("current", "new"),
                form: """
                    <form class="stacked-form" method="post" action="/account" aria-label="Password">\
                    \(Hidden("change", "password").html)\(Self.user(account.name))\(current)\
                    \(field("new", "New password", type: "password", complete: "new-password", hint: "At least \(PasswordHash.shortest) characters. Your other browsers are signed out."))\
                    <button class="button strong">\(verb) password</button></form>
                    """))
    }

    private func isRefused(_ fields: String...) -> Bool {
        if case .refused(let field, _) = outcome { fields.contains(field) } else { false }
    }

    /// Tells password managers whose password it is.
    private static func user(_ name: String) -> HTML {
        "<input type=\"text\" name=\"user\" value=\"\(name)\" autocomplete=\"username\" hidden>"
    }

    /// An unused name, so that adding an app password takes one press.
    private var newProgram: String {
        let names = Set(appPasswords.map(\.name))
        return (1...AppPassword.maximum + 1).lazy.map { "App \($0)" }.first { !names.contains($0) } ?? ""
    }

    /// Browsers, and apps with passwords of their own.
    private var devices: PageGroup {
        let others = sessions.filter { $0.id != current }
        let browsers: [HTML?] =
            isShared
            ? [
                GroupEntry(id: "browsers-title", title: "Signed-in browsers", content: "").html,
                GroupList(labelledBy: "browsers-title", rows: sessions.map(browser)).html,
                GroupEntry(content: "<div class=\"form-buttons\">\(signOut)\(others.isEmpty ? nil : endOthers)</div>")
                    .html,
            ] : []
        let passwords: [HTML?] =
            apps.needsPassword || account.hasPassword
            ? [
                GroupEntry(
                    id: "programs-title", title: "App passwords",
                    note:
                        "Each app gets a password of its own, which you can revoke here. Other programs send it as a bearer token, or with your name. It opens the APIs, not this page.",
                    content: newProgramForm
                ).html, GroupList(labelledBy: "programs-title", rows: appPasswords.map(program)).html,
            ] : []
        return PageGroup(
            id: "devices", title: "Devices and apps",
            entries: (browsers + passwords + [apps.entry]).compactMap(\.self))
    }

    private func program(_ password: AppPassword) -> GroupList.Row {
        let used: HTML = password.usedAt.map { "Used \(Instant($0).html(.ago, site.now))" } ?? "Never used"
        return GroupList.Row(
            name: SafeText(password.name, atMost: 100).html,
            facts: "\(password.scope.title) · \(used) · Added \(Instant(password.createdAt).html(.ago, site.now))",
            buttons: button("revoke", password.name, "Revoke", of: password.name))
    }

    private var newProgramForm: HTML {
        GroupDetails(
            button: "Add app password", isStrong: true, isOpen: isRefused("program"),
            form: """
                <form class="stacked-form" method="post" action="/account" aria-label="New app password">\
                \(field("program", "Name of the program", newProgram, placeholder: "Phone"))\
                <label for="account-scope">Scope</label><div class="field"><select id="account-scope" name="scope" autocomplete="off">\(scopes)</select></div>\
                <p class="fine">Reader apps read, mark and save items, follow feeds and sort them into folders. Your own scripts may need everything: rules, destinations, exports and imports.</p>\
                <button class="button strong">Add app password</button></form>
                """
        ).html
    }

    private var scopes: [HTML] {
        AppPassword.Scope.allCases.map { "<option value=\"\($0.rawValue)\">\($0.title)</option>" }
    }

    /// The tokens of other services; nil on a server of one account, which has its own in the environment.
    private var services: PageGroup? {
        guard isShared, !ownTokens.isEmpty else { return nil }
        return PageGroup(
            id: "services", title: "Other services",
            note:
                "With your own token you can follow your notifications (github/inbox), your dashboard (github/dashboard) and your private repositories. Nobody else here sees them.",
            entries: [GroupList(labelledBy: "services", rows: ownTokens.map(token)).html].compactMap(\.self))
    }

    private func token(of upstream: Upstream, isSet: Bool) -> GroupList.Row {
        let name = upstream.name
        return GroupList.Row(
            name: "\(name) token", facts: isSet ? "A token is stored." : "None yet",
            buttons: isSet ? button("forget-token", upstream.id, "Remove", of: "\(name) token") : nil,
            details: GroupDetails(
                button: isSet ? "Replace" : "Add token", label: isSet ? "Replace \(name) token" : nil,
                isStrong: !isSet, isOpen: isRefused("token"),
                form: """
                    <form class="stacked-form" method="post" action="/account" aria-label="\(name) token">\(Hidden("upstream", upstream.id).html)\
                    \(field("token", "\(isSet ? "Another token" : "Token")", type: "password", hint: "It is stored as it is, and only \(name) receives it."))\
                    <button class="button strong">Save token</button></form>
                    """))
    }

    private func browser(_ session: AccountSession) -> GroupList.Row {
        let isHere = session.id == current
        let name = BrowserName(userAgent: session.browser).text
        let address: HTML? = session.address.map { " · \(SafeText($0, atMost: 60).html)" }
        return GroupList.Row(
            name: SafeText(name, atMost: 120).html,
            facts: "\(isHere ? "This browser · " : nil)Used \(Instant(session.usedAt).html(.ago, site.now))\(address)",
            buttons: isHere ? nil : button("end", String(session.id), "Sign out", of: name),
            attributes: session.browser.map { " title=\"\(SafeText($0, atMost: 200).text)\"" })
    }

    private var signOut: HTML {
        "<form method=\"post\" action=\"/logout\"><button class=\"button\">Sign out here</button></form>"
    }

    private var endOthers: HTML {
        "<form method=\"post\" action=\"/account\">\(Hidden("end", "others").html)\(DangerButton(path: "/account", title: "Sign out other browsers").html)</form>"
    }

    /// The link to the page where administrators manage accounts.
    private var people: PageGroup {
        PageGroup(
            id: "people-title", title: "People",
            note: isShared
                ? "As an administrator, you add, invite and manage the people who use this server."
                : "Others can use this server with accounts of their own.",
            entries: [
                GroupEntry(content: "<a class=\"button strong\" href=\"/accounts\">Manage accounts</a>").html
            ])
    }

    private func button(_ name: String, _ value: String, _ title: String, of what: String) -> HTML {
        """
        <form method="post" action="/account">\(Hidden(name, value).html)\
        \(DangerButton(path: "/account", title: "\(title)", label: "\(title) \(what)").html)</form>
        """
    }

    private func field(
        _ name: String, _ label: HTML, _ value: String = "", type: String = "text", placeholder: String = "",
        complete: String = "off", hint: HTML? = nil
    ) -> HTML {
        var refusal: String?
        if case .refused(name, let reason) = outcome { refusal = reason }
        let described: HTML? =
            refusal == nil
            ? nil : " aria-invalid=\"true\" aria-describedby=\"account-\(name)-refusal\" autofocus"
        let note: HTML? =
            refusal.map {
                "<p id=\"account-\(name)-refusal\" class=\"wrong\" role=\"alert\">\(SafeText($0, atMost: 400).html)</p>"
            } ?? hint.map { "<p class=\"fine\">\($0)</p>" }
        return """
            <label for="account-\(name)">\(label)</label><div class="field"><input id="account-\(name)" name="\(name)" type="\(type)" value="\(value)" \
            placeholder="\(placeholder)" autocomplete="\(complete)" autocapitalize="none" spellcheck="false" required\(described)></div>\(note)
            """
    }
}

extension AppPassword.Scope {
    /// The name for readers.
    fileprivate var title: HTML {
        switch self {
        case .reader: "Reader app"
        case .everything: "Everything"
        }
    }
}

extension AccountPage {
    /// The account's identities at the configured provider.
    struct LinkedIdentities: Sendable {
        /// The provider's name.
        let provider: String
        let identities: [Identity]
        /// True if this browser can link another identity, because it has a session.
        let canLink: Bool

        func html(_ site: PageContext) -> HTML {
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

/// The addresses and the credentials that a reader app asks for.
struct ReaderAppAddresses: Sendable {
    /// The server's address for readers, without a slash at the end.
    let origin: String
    /// The account's name.
    let user: String
    /// True if apps need a password.
    let needsPassword: Bool

    /// The entry of the account's page.
    var entry: HTML {
        let password: HTML =
            needsPassword
            ? "an app password, which you add above for each app"
            : "any, as long as only this machine reaches the server"
        return GroupEntry(
            id: "apps-title", title: "Reader apps",
            note:
                "Apps on phones and computers can synchronize with this server. Choose the first service that your app offers.",
            content: """
                <dl class="item-facts" aria-labelledby="apps-title"><dt>FreshRSS, Google Reader</dt><dd><code>\(origin)/api/greader.php</code></dd>\
                <dt>Miniflux</dt><dd><code>\(origin)</code></dd><dt>Fever</dt><dd><code>\(origin)/fever/</code></dd>\
                <dt>User name</dt><dd><code>\(user)</code></dd><dt>Password</dt><dd>\(password)</dd></dl>
                """
        ).html
    }
}

/// A browser and its system as its user agent names them, such as “Firefox on Linux”.
struct BrowserName {
    /// The user agent; nil if unknown.
    let userAgent: String?

    var text: String {
        guard let agent = userAgent else { return "Unknown browser" }
        func name(_ names: [(part: String, name: String)]) -> String? { names.first { agent.contains($0.part) }?.name }
        let known = name(Self.browsers), system = name(Self.systems)
        switch (known, system) {
        case (let known?, let system?): return "\(known) on \(system)"
        case (let known?, nil): return known
        case (nil, _): return String(agent.prefix { $0 != " " })
        }
    }

    /// Parts of user agents, the specific ones first: user agents contain parts of later ones, too.
    private static let browsers: [(part: String, name: String)] = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"),
        ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems: [(part: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Macintosh", "Mac"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"), ("FreeBSD", "FreeBSD"), ("OpenBSD", "OpenBSD"),
    ]
}
