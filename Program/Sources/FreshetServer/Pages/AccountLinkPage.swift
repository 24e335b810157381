import FeedStore
import WebText

/// The form of a link that an administrator gave to one person: a new password, or a name and a password.
struct AccountLinkPage: Sendable {
    /// The page's own address, with the secret.
    let path: String
    /// The account of which the link sets the password; nil for an invitation.
    var account: String?
    /// The name in the form of an invitation.
    var name = ""
    /// Why the form was refused.
    var refusal: AccountError?
    let site: Site

    private var title: String { account == nil ? "Create your account" : "New password" }

    var html: HTML {
        Layout(title: title, address: "/login", site: site, isBare: true).document(
            """
            <main id="main" class="card"><h1>\(title)</h1>\(lede)<form class="login new-sink" method="post" action="\(path)">\(nameField)\
            <label for="password">Password</label><div class="field"><input id="password" name="password" type="password" required \
            autocomplete="new-password"\(described(isPassword: true))></div>\(reason(isPassword: true) ?? hint)\
            <button class="button strong">\(account == nil ? "Create account" : "Set password")</button></form>
            <p class="fine">This link works once.</p></main>
            """)
    }

    private var lede: HTML {
        account.map {
            "<p>Choose a new password for <b>\(SafeText($0, atMost: 100).html)</b>. Browsers that are signed in with the former one are signed out.</p>"
        }
            ?? "<p>You are invited to this Freshet server. Choose a name and a password to sign in with.</p>"
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
    /// Whether another password would have been accepted.
    var isOfPassword: Bool {
        switch self {
        case .shortPassword, .longPassword, .noMemory: true
        default: false
        }
    }
}
