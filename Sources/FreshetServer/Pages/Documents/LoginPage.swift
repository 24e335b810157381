/// Asks for the token.
struct LoginPage: Sendable {
    /// Where the reader wanted to go: a local path.
    let destination: String
    /// Whether a wrong token was given.
    let wasRefused: Bool
    let site: Site

    var html: HTML {
        Layout(title: "Sign in", address: "/login", site: site).document("<main id=\"main\"><h1>Sign in</h1></main>")
    }
}
