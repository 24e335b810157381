import WebText

/// Tells a reader whom a proxy signs in where to sign out.
struct ProxySignOutPage: Sendable {
    /// Where to sign out of the proxy; nil if unknown.
    let address: String?
    let site: Site

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
