/// A page of the site: the whole document, made of values alone.
enum Page: Sendable {
    case home(HomePage)
    case feed(FeedPage)
    case saved(SavedPage)
    case status(StatusPage)
    case help(HelpPage)
    case login(LoginPage)
    case problem(ProblemPage)

    /// The document.
    var html: HTML {
        switch self {
        case .home(let page): page.html
        case .feed(let page): page.html
        case .saved(let page): page.html
        case .status(let page): page.html
        case .help(let page): page.html
        case .login(let page): page.html
        case .problem(let page): page.html
        }
    }
}
