import WebText

/// What went wrong, and what would be right.
struct ProblemPage: Sendable {
    /// The status of the answer.
    let status: Int
    let title: String
    let message: String
    /// What the reader typed, to be put right: where it is not nil, the form to follow a repository stands in the page with it.
    let repository: String?
    let site: Site

    init(status: Int, title: String, message: String, repository: String? = nil, site: Site) {
        self.status = status
        self.title = title
        self.message = message
        self.repository = repository
        self.site = site
    }

    var html: HTML {
        let form: HTML? = repository.map {
            FollowForm(site: site).entry(id: "follow-again", value: $0, describedBy: "problem")
        }
        return Layout(title: title, address: "", site: site).document(
            """
            <main id="main" class="card"><p class="kicker">\(status)</p><h1>\(title)</h1>\
            <p id="problem">\(SafeText(message, atMost: 1000).html)</p>\(form)<p><a class="button" href="/">Go home</a></p></main>
            """)
    }
}
