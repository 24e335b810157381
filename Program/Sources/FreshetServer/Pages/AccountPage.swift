import FeedStore
import Feeds
import Platform
import WebText

/// What a reader signs in with and, for administrators, the accounts.
struct AccountPage: Sendable {
    /// What the last change led to.
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
    /// The upstreams that take a token of the account's own, and whether it has one.
    let ownTokens: [(upstream: Upstream, isSet: Bool)]
    let sessions: [AccountSession]
    /// The session of the browser that asks.
    let current: AccountSession.ID?
    var outcome = Outcome.none
    /// Whether everybody signs in.
    let isShared: Bool
    /// What to type into a reader app.
    let apps: ReaderAppAddresses
    /// What the account signs in with at an OpenID provider; nil if there is none.
    var linked: LinkedIdentities?
    /// The addresses of the account's lists as feeds; nil if there are none.
    let feedAddresses: PersonalFeedAddresses?
    let site: Site

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
                    <form class="new-sink" method="post" action="/account" aria-label="Password">\
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
                <form class="new-sink" method="post" action="/account" aria-label="New app password">\
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
                    <form class="new-sink" method="post" action="/account" aria-label="\(name) token">\(Hidden("upstream", upstream.id).html)\
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
