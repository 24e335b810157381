import FeedStore
import Feeds

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is known of a web feed beside its items.
struct SiteState: Codable {
    /// Where the feed is; nil where it is at the address that was given.
    var current: URL?
    /// Where permanent redirects led the last time; the second time in a row the feed is there.
    var movedTo: URL?
    /// Whether it answered 410.
    var isGone: Bool?

    private enum CodingKeys: CodingKey { case current, movedTo, isGone }

    /// What a snapshot says.
    init(_ snapshot: Snapshot) { self = snapshot.decodedExtra(SiteState.self) ?? SiteState() }

    private init() {}

    /// The form that the store keeps.
    func extra() throws -> Data { try JSONEncoder().encode(self) }

    /// Notes where an answer came from.
    mutating func saw(_ answer: SiteRequest.Answer, asked: URL) {
        isGone = nil
        if answer.wasNamedByPage {
            // The page was asked, and names the feed: from now on the feed is asked.
            (current, movedTo) = (answer.url, nil)
        } else if let movedTo = answer.movedTo, movedTo != asked {
            current = movedTo == self.movedTo ? movedTo : current
            self.movedTo = movedTo
        } else {
            movedTo = nil
        }
    }
}
