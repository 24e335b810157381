import FeedStore
import WebText

/// The sign-in form, with the token or, with several accounts, a name and a password.
struct LoginPage: Sendable {
    /// The local path to return to.
    let returnPath: String
    /// True if there are accounts to sign in to.
    var hasAccounts = false
    /// True if no account has a password, so that signing in is impossible.
    var isClosed = false
    /// The OpenID provider's name; nil if there is none.
    var provider: String?
    /// True if accounts sign in with passwords.
    var hasPasswords = true
    /// The name in the form.
    var name = ""
    /// The reason why the token or the password was refused.
    let refusal: String?
    let site: PageContext

    var html: HTML {
        Layout(title: "Sign in", address: "/login", site: site, isBare: true).document(
            hasAccounts ? account : token)
    }

    private var token: HTML {
        """
        <main id="main" class="card"><h1>Sign in</h1><p>Enter the token of this Freshet server.</p>
        <form class="login" method="post" action="/login">\(Hidden("return", returnPath).html)<label for="token">Token</label>\
        <div class="field"><input id="token" name="token" type="password" required autocomplete="current-password"\(described)>\
        <button class="button strong">Sign in</button></div>\(problem)</form>
        <p class="fine">It's the value of <code>FRESHET_TOKEN</code> that <code>freshet serve</code> was started with.</p></main>
        """
    }

    private var account: HTML {
        """
        <main id="main" class="card"><h1>Sign in</h1>\(openID)\(hasPasswords ? password : problem)</main>
        """
    }

    /// A link, because the page's policy keeps forms from leading to another site.
    private var openID: HTML? {
        provider.map { name in
            """
            <p><a class="button strong" href="/login/openid?return=\(returnPath.percentEncoded)">Sign in with \(name)</a></p>
            """
        }
    }

    private var password: HTML {
        """
        <form class="login stacked-form" method="post" action="/login">\(Hidden("return", returnPath).html)\
        <label for="name">Name</label><div class="field"><input id="name" name="name" value="\(name)" required autocomplete="username" \
        autocapitalize="none" spellcheck="false"></div>\
        <label for="password">Password</label><div class="field"><input id="password" name="password" type="password" required \
        autocomplete="current-password"\(described)></div>\(problem)\
        <button class="button strong">Sign in</button></form>
        <p class="fine">\(advice)</p>
        """
    }

    private var advice: HTML {
        isClosed
            ? """
            No account has a password yet. On the server's machine, <code>freshet accounts reset admin</code> prints a link to \
            sign in.
            """
            : "An administrator of this server adds accounts and sets forgotten passwords."
    }

    private var problem: HTML? {
        refusal.map { "<p id=\"wrong\" class=\"wrong\" role=\"alert\">\($0)</p>" }
    }

    private var described: HTML? { refusal == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"wrong\"" }
}

/// The form of a link that an administrator gave to one person: a new password, or a name and a password.
struct AccountLinkPage: Sendable {
    /// The page's own address, with the secret.
    let path: String
    /// The account of which the link sets the password; nil for an invitation.
    var account: String?
    /// True if the account has no password yet.
    var isFirstPassword = false
    /// The name in the form of an invitation.
    var name = ""
    /// The reason why the form was refused.
    var refusal: AccountError?
    let site: PageContext

    private var title: String {
        account == nil ? "Create your account" : isFirstPassword ? "Choose a password" : "New password"
    }

    var html: HTML {
        Layout(title: title, address: "/login", site: site, isBare: true).document(
            """
            <main id="main" class="card"><h1>\(title)</h1>\(lede)<form class="login stacked-form" method="post" action="\(path)">\(nameField)\
            <label for="password">Password</label><div class="field"><input id="password" name="password" type="password" required \
            autocomplete="new-password"\(described(isPassword: true))></div>\(reason(isPassword: true) ?? hint)\
            <button class="button strong">\(account == nil ? "Create account" : "Set password")</button></form>
            <p class="fine">This link works once.</p></main>
            """)
    }

    private var lede: HTML {
        guard let account else {
            return "<p>You are invited to this Freshet server. Choose a name and a password to sign in with.</p>"
        }
        let name = SafeText(account, atMost: 100).html
        if isFirstPassword { return "<p>Choose a password for <b>\(name)</b>, to sign in to this server with.</p>" }
        return
            "<p>Choose a new password for <b>\(name)</b>. Browsers that are signed in with the former one are signed out.</p>"
    }

    private var nameField: HTML {
        if let account {
            // Tells password managers whose password it is.
            return "<input type=\"text\" name=\"user\" value=\"\(account)\" autocomplete=\"username\" hidden>"
        }
        return """
            <label for="name">Name</label><div class="field"><input id="name" name="name" value="\(name)" required autocomplete="username" \
            autocapitalize="none" spellcheck="false"\(described(isPassword: false))></div>\(reason(isPassword: false))
            """
    }

    private var hint: HTML { "<p class=\"fine\">At least \(PasswordHash.shortest) characters.</p>" }

    private func reason(isPassword: Bool) -> HTML? {
        guard let refusal, refusal.isOfPassword == isPassword else { return nil }
        return "<p id=\"wrong\" class=\"wrong\" role=\"alert\">\(SafeText(refusal.description, atMost: 400).html)</p>"
    }

    private func described(isPassword: Bool) -> HTML? {
        reason(isPassword: isPassword) == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"wrong\" autofocus"
    }
}

extension AccountError {
    /// True if another password would have been accepted.
    var isOfPassword: Bool {
        switch self {
        case .shortPassword, .longPassword, .noMemory: true
        default: false
        }
    }
}

/// A link from a provider to the page that the reader wanted.
struct SignedInPage: Sendable {
    /// A local path.
    let returnPath: String
    let site: PageContext

    var html: HTML {
        Layout(title: "Signed in", address: "/login", site: site, isBare: true).document(
            """
            <main id="main" class="card"><h1>Signed in</h1><p><a class="button strong" href="\(returnPath)">Continue</a></p></main>
            """)
    }
}

/// The advice for readers who are signed in by a proxy and want to sign out.
struct ProxySignOutPage: Sendable {
    /// The address that signs out of the proxy; nil if unknown.
    let address: String?
    let site: PageContext

    var html: HTML {
        let action: HTML =
            address.map { "<p><a class=\"button strong\" href=\"\($0)\">Sign out of the proxy</a></p>" }
            ?? "<p>Sign out there, or close the browser.</p>"
        return Layout(title: "Sign out", address: "/login", site: site, isBare: true).document(
            """
            <main id="main" class="card"><h1>Sign out</h1>\
            <p>A proxy signs you in with each request, so you can't sign out here.</p>\(action)</main>
            """)
    }
}
