import Feeds
import WebText

/// Where a part of an entry leads: a page of the web, or a feed's page on this server.
struct EntryLink {
    private enum Destination {
        case web(WebAddress)
        case local(String)
    }

    private let destination: Destination

    /// Nil where nothing may be linked to.
    init?(_ link: Entry.Link?) {
        switch link {
        case .web(let url):
            guard let address = WebAddress(url) else { return nil }
            destination = .web(address)
        case .feed(let path): destination = .local(Feed.address(path))
        case nil: return nil
        }
    }

    private init(_ destination: Destination) { self.destination = destination }

    /// The same feed with a query.
    func with(query: String) -> EntryLink {
        guard case .local(let path) = destination else { return self }
        return EntryLink(.local(path + query))
    }

    /// The link.
    func html(_ content: HTML, class name: String) -> HTML {
        switch destination {
        case .web(let address): address.link(content, class: name)
        case .local(let path): "<a class=\"\(name)\" href=\"\(path)\">\(content)</a>"
        }
    }
}
