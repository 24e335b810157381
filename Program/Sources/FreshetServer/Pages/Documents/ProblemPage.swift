import WebText

/// What went wrong, and what to do.
struct ProblemPage: Sendable {
    let status: Int
    let title: String
    let message: String
    /// The address that can't be followed, to correct; nil if it's about something else.
    var address: String?
    let site: Site

    var html: HTML {
        let form: HTML? = address.map {
            FollowForm(site: site).entry(id: "follow-again", value: $0, describedBy: "problem")
        }
        return Layout(title: title, address: "", site: site).document(
            """
            <main id="main" class="card"><p class="kicker">\(status)</p><h1>\(title)</h1>\
            <p id="problem">\(SafeText(message, atMost: 1000).html)</p>\(form)<p><a class="button" href="/">Go home</a></p></main>
            """)
    }
}
