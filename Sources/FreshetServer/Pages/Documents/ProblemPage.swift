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
        Layout(title: title, address: "", site: site).document(
            "<main id=\"main\"><h1>\(title)</h1><p>\(message)</p></main>")
    }
}
