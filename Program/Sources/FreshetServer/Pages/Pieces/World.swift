/// One of the three upstreams, as readers know them.
enum World: String, CaseIterable {
    case gitHub = "GitHub"
    case planet = "Planet"
    case news = "News"

    var icon: Icon {
        switch self {
        case .gitHub: .github
        case .planet: .planet
        case .news: .news
        }
    }

    /// Who is asked.
    var upstream: String {
        switch self {
        case .gitHub: "GitHub"
        case .planet: "EONET"
        case .news: "Hacker News"
        }
    }
}
