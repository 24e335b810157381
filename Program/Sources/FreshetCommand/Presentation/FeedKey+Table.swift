import FeedStore
import Feeds

extension FeedKey {
    /// The cell of a table that names the feed.
    func cell(_ style: Style) -> Table.Cell { Table.Cell(StyledText(untrusted: address, style)) }
}
