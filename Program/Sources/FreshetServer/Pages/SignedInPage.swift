import WebText

/// Leads from a provider to the page that the reader wanted.
struct SignedInPage: Sendable {
    /// A local path.
    let destination: String
    let site: Site

    var html: HTML {
        Layout(title: "Signed in", address: "/login", site: site, isBare: true).document(
            """
            <main id="main" class="card"><h1>Signed in</h1><p><a class="button strong" href="\(destination)">Continue</a></p></main>
            """)
    }
}
