import FeedStore
import Feeds
import Search
import WebText

/// The names in examples of searches and rules: the reader's own where there are any.
struct ExampleNames: Sendable {
    /// By the name of the filter that takes it.
    private var names: [String: String] = [:]
    /// The feeds among whose items an author is looked for.
    private let followed: [Feed]

    /// The reader's feed and folder, or else a feed that anybody can read.
    init(_ site: Site) {
        followed = site.followed.prefix(3).map(\.feed)
        let feed = followed.first ?? site.upstreams.last { !$0.menu.isEmpty }?.menu.first?.feed
        names["in"] = feed?.key.address
        names["folder"] = site.folders.first
    }

    /// These with the author of a new item and a label. Blocks the calling thread on the store.
    func completed(in environment: FeedEnvironment) throws -> ExampleNames {
        var examples = self
        for feed in followed where examples.names["author"] == nil {
            let items = try environment.items(ItemSelection(.feed(feed.key)), limit: 5).items
            examples.names["author"] = items.lazy.compactMap(\.shown.entry.author?.name).first { !$0.contains("\"") }
        }
        examples.names["label"] = try environment.labels().first?.name
        return examples
    }

    /// An example with these names.
    func own(_ example: String) -> String {
        // Examples can be read. Should one not, it is shown as it is.
        (try? SearchQuery.rewriting(example) { key, _ in names[key] }) ?? example
    }

    /// A link to an example with these names, which runs it.
    ///
    /// - Parameter address: the address to which the example is appended.
    func link(_ example: String, at address: String) -> HTML {
        let own = own(example)
        return "<a href=\"\(address)\(own.percentEncoded)\"><code>\(SafeText(line: own, atMost: 200).text)</code></a>"
    }
}
