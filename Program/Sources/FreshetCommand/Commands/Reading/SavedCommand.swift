import ArgumentParser
import FeedStore
import Feeds

/// `freshet saved`.
struct SavedCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved",
        abstract: "Saved items, the last saved first.",
        usage: "freshet saved [OPTIONS]",
        discussion: """
            An item stays saved until you unsave it, even after its feed drops it. In a
            pipe the fields are date, feed, title, address and id.

            EXAMPLES
              freshet saved
              freshet saved --json | jq -r '.items[].url'

            \(ExitStatus.help)
            """)

    @OptionGroup var options: ListOptions

    func run(in surroundings: Surroundings) throws {
        let surroundings = surroundings.with(options.output, options.format)
        try CommandSession(surroundings, options.output).run { environment in
            let items = try environment.items(
                ItemSelection(.all, isSaved: true), limit: options.limit(surroundings.settings))
            let page = try ItemListPage(environment, surroundings, options.output, format: options.format)
            if options.output.json {
                let unread = try environment.unreadCounts().total
                surroundings.output.writeLine(document: try items.json(named: "saved", unreadCount: unread))
            } else {
                page.write(items, noun: "saved", empty: "Nothing saved yet. To save an item: freshet mark saved ID")
            }
            return .success
        }
    }
}
