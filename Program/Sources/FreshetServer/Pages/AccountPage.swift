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
            <main id="main" class="feed listing">\(PageBar(title: "Account", status: summary).html)
            <div class="list">\(message)\(password)\(linked?.html(site))\(apps.html)\(apps.needsPassword || account.hasPassword ? programs : nil)\
            \(isShared ? ownTokens.map(token) : [])\(PersonalFeedAddresses.section(feedAddresses, site.now))\
            \(isShared ? browsers : nil)\(account.isAdministrator ? people : nil)</div></main>
            """)
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

    private var password: HTML {
        let current: HTML? =
            account.hasPassword
            ? field("current", "Current password", type: "password", complete: "current-password") : nil
        return """
            <h2 id="password-title">Password</h2><form class="new-sink" method="post" action="/account" aria-labelledby="password-title">\
            \(Hidden("change", "password").html)\(Self.user(account.name))\(current)\
            \(field("new", "New password", type: "password", complete: "new-password", hint: "At least \(PasswordHash.shortest) characters. Your other browsers are signed out."))\
            <button class="button">\(account.hasPassword ? "Change" : "Set") password</button></form>
            """
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

    private var programs: HTML {
        let items: [HTML] = appPasswords.map { password in
            let used: HTML = password.usedAt.map { "Used \(Instant($0).html(.ago, site.now))" } ?? "Never used"
            return """
                <li><div><b>\(SafeText(password.name, atMost: 100).html)</b> <span class="why">\(password.scope.title) · \(used) · Added \(Instant(password.createdAt).html(.ago, site.now))</span></div>\
                <div class="sink-buttons">\(button("revoke", password.name, "Revoke", of: password.name))</div></li>
                """
        }
        let list: HTML? =
            items.isEmpty
            ? nil : "<ul class=\"rules sinks\" aria-labelledby=\"programs-title\">\(items)</ul>"
        return """
            <h2 id="programs-title">App passwords</h2><p class="fine">Give each app a password of its own, which you can revoke here. Other programs send it as a bearer token, or with your name. It opens the APIs, not this page. App passwords that were made before they had scopes are for reader apps.</p>\(list)\
            <form class="new-sink" method="post" action="/account" aria-labelledby="programs-title">\
            \(field("program", "Name of the program", newProgram, placeholder: "Phone"))\
            <label for="account-scope">Scope</label><div class="field"><select id="account-scope" name="scope" autocomplete="off">\(scopes)</select></div>\
            <p class="fine">Reader apps read, mark and save items, follow feeds and sort them into folders. Your own scripts may need everything: rules, destinations, exports and imports.</p>\
            <button class="button">Add app password</button></form>
            """
    }

    private var scopes: [HTML] {
        AppPassword.Scope.allCases.map { "<option value=\"\($0.rawValue)\">\($0.title)</option>" }
    }

    private func token(of upstream: Upstream, isSet: Bool) -> HTML {
        let (id, name) = ("\(upstream.id)-title", upstream.name)
        let state: HTML? =
            isSet
            ? """
            <ul class="rules sinks" aria-labelledby="\(id)"><li><div>A token is stored.</div>\
            <div class="sink-buttons">\(button("forget-token", upstream.id, "Remove", of: "\(upstream.name) token"))</div></li></ul>
            """ : nil
        return """
            <h2 id="\(id)">\(name) token</h2><p class="fine">With your own token you can follow your notifications (github/inbox), \
            your dashboard (github/dashboard) and your private repositories. Nobody else here sees them.</p>\(state)\
            <form class="new-sink" method="post" action="/account" aria-labelledby="\(id)">\(Hidden("upstream", upstream.id).html)\
            \(field("token", "\(isSet ? "Another token" : "Token")", type: "password", hint: "It is stored as it is, and only \(name) receives it."))\
            <button class="button">Save token</button></form>
            """
    }

    private var browsers: HTML {
        let items: [HTML] = sessions.map { session in
            let isHere = session.id == current
            let name = BrowserName(userAgent: session.browser).text
            let browser = SafeText(name, atMost: 120)
            let agent: HTML? = session.browser.map { " title=\"\(SafeText($0, atMost: 200).text)\"" }
            let address: HTML? = session.address.map { " · \(SafeText($0, atMost: 60).html)" }
            let end: HTML? =
                isHere ? nil : button("end", String(session.id), "Sign out", of: name)
            return """
                <li><div\(agent)><b>\(browser.html)</b> <span class="why">\(isHere ? "This browser · " : nil)Used \(Instant(session.usedAt).html(.ago, site.now))\(address)</span></div>\
                <div class="sink-buttons">\(end)</div></li>
                """
        }
        let others: HTML? =
            sessions.contains { $0.id != current }
            ? """
            <form method="post" action="/account">\(Hidden("end", "others").html)<button class="button quiet">Sign out other browsers</button></form>
            """ : nil
        return """
            <h2 id="browsers-title">Signed-in browsers</h2><ul class="rules sinks" aria-labelledby="browsers-title">\(items)</ul>\(others)\
            <form method="post" action="/logout"><button class="button quiet">Sign out here</button></form>
            """
    }

    /// The link to the page where administrators manage accounts.
    private var people: HTML {
        """
        <h2 id="people-title">Accounts</h2><p class="fine">\(isShared ? "As an administrator, you add, invite and manage the people who use this server." : "Others can use this server with accounts of their own.")</p>\
        <p><a class="button" href="/accounts">Manage accounts</a></p>
        """
    }

    private func button(_ name: String, _ value: String, _ title: HTML, of what: String) -> HTML {
        """
        <form method="post" action="/account">\(Hidden(name, value).html)<button class="button quiet"\
         aria-label="\(title) \(what)">\(title)</button></form>
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
