import WebText

/// The page that asks for the token or, with several accounts, for a name and a password.
struct LoginPage: Sendable {
    /// The local path to return to.
    let destination: String
    /// Whether there are accounts to sign in to.
    var hasAccounts = false
    /// Whether nobody can sign in, because no account has a password.
    var isClosed = false
    /// The OpenID provider's name; nil if there is none.
    var provider: String?
    /// Whether accounts sign in with passwords.
    var hasPasswords = true
    /// The name in the form.
    var name = ""
    /// Why the token or the password was refused.
    let refusal: String?
    let site: Site

    var html: HTML {
        Layout(title: "Sign in", address: "/login", site: site, isBare: true).document(
            hasAccounts ? account : token)
    }

    private var token: HTML {
        """
        <main id="main" class="card"><h1>Sign in</h1><p>Enter the token of this Freshet server.</p>
        <form class="login" method="post" action="/login">\(Hidden("return", destination).html)<label for="token">Token</label>\
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
            <p><a class="button strong" href="/login/openid?return=\(destination.percentEncoded)">Sign in with \(name)</a></p>
            """
        }
    }

    private var password: HTML {
        """
        <form class="login new-sink" method="post" action="/login">\(Hidden("return", destination).html)\
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
            ? "No account has a password yet. On the server's machine, run <code>freshet accounts password admin</code>."
            : "An administrator of this server adds accounts and sets forgotten passwords."
    }

    private var problem: HTML? {
        refusal.map { "<p id=\"wrong\" class=\"wrong\" role=\"alert\">\($0)</p>" }
    }

    private var described: HTML? { refusal == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"wrong\"" }
}
