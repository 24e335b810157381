/// The page that asks for the token.
struct LoginPage: Sendable {
    /// The local path to return to.
    let destination: String
    /// Why the token was refused.
    let refusal: String?
    let site: Site

    var html: HTML {
        let problem: HTML? =
            refusal.map { "<p id=\"wrong\" class=\"wrong\" role=\"alert\">\($0)</p>" }
        let described: HTML? = problem == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"wrong\""
        return Layout(title: "Sign in", address: "/login", site: site, isBare: true).document(
            """
            <main id="main" class="card"><h1>Sign in</h1><p>Enter the token of this Freshet server.</p>
            <form class="login" method="post" action="/login">\(Hidden("return", destination).html)<label for="token">Token</label>\
            <div class="field"><input id="token" name="token" type="password" required autocomplete="current-password"\(described)>\
            <button class="button strong">Sign in</button></div>\(problem)</form>
            <p class="fine">It's the value of <code>FRESHET_TOKEN</code> that <code>freshet serve</code> was started with.</p></main>
            """)
    }
}
