import Feeds
import GitFeed

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GitHubItem: PresentableItem {
    static let columns: [Table.Column] = [
        .init(header: "WHEN", alignment: .trailing, dropOrder: 1),
        .init(header: "WHAT", minimum: 24, isFlexible: true),
        .init(
            header: "REPOSITORY", minimum: 12, maximum: 40, isFlexible: true, dropOrder: 2, isHiddenWhereAlike: true),
    ]

    static let nothing = "nothing has happened here lately"
    static let waiting = "asking GitHub…"

    func cells(_ clock: Clock) -> [Table.Cell] {
        let link = Hyperlink(url.absoluteString)
        return [
            clock.cell(date), Table.Cell(StyledText(untrusted: title, link: link)),
            Table.Cell(StyledText(untrusted: repository, .dim)),
        ]
    }
}
