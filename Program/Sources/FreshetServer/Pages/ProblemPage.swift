import WebText

/// What went wrong, and what to do.
struct ProblemPage: Sendable {
    let status: Int
    let title: String
    let message: String
    let site: Site
    /// Whether there is no navigation, because nobody has signed in.
    var isBare = false

    var html: HTML {
        Layout(title: title, address: "", site: site, isBare: isBare).document(
            """
            <main id="main" class="card"><p class="kicker">\(status)</p><h1>\(title)</h1>\
            <p>\(SafeText(message, atMost: 1000).html)</p><p><a class="button" href="/">Go home</a></p></main>
            """)
    }
}
