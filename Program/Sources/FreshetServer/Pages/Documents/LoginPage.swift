/// Asks for the token.
struct LoginPage: Sendable {
    /// Where the reader wanted to go: a local path.
    let destination: String
    /// Whether a wrong token was given.
    let wasRefused: Bool
    let site: Site

    var html: HTML {
        let problem: HTML? =
            wasRefused ? "<p id=\"wrong\" class=\"wrong\" role=\"alert\">That is not the token.</p>" : nil
        let described: HTML? = wasRefused ? " aria-invalid=\"true\" aria-describedby=\"wrong\"" : nil
        return Layout(title: "Sign in", address: "/login", site: site, isAlone: true).document(
            """
            <main id="main" class="card"><h1>Sign in</h1><p>This Freshet is shared by those who know its token.</p>\(problem)
            <form class="login" method="post" action="/login">\(Hidden("return", destination).html)<label for="token">Token</label>\
            <div class="field"><input id="token" name="token" type="password" required autocomplete="current-password"\(described)>\
            <button class="button strong">Sign in</button></div></form>
            <p class="fine">It is the value of <code>FRESHET_TOKEN</code> that <code>freshet serve</code> was started with.</p></main>
            """)
    }
}
