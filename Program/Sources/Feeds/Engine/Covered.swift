import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much was asked for when a feed was last refreshed, kept beside its items: days of natural events, or a number of stories.
struct Covered: Codable {
    private(set) var count: Int
    /// When somebody last wanted as much; a refresh for somebody else may ask for it on their behalf.
    private(set) var wantedAt: Date?

    init(_ count: Int, wantedAt: Date? = nil) {
        self.count = count
        self.wantedAt = wantedAt
    }

    /// What a snapshot says; 0 where nothing was fetched, or by another version.
    init(_ snapshot: Snapshot) {
        do {
            self = try snapshot.extra.map { try JSONDecoder().decode(Covered.self, from: $0) } ?? Covered(0)
        } catch {
            self = Covered(0)
        }
    }

    static func by(_ snapshot: Snapshot) -> Int { Covered(snapshot).count }

    /// The form that the store keeps.
    func extra() throws -> Data { try JSONEncoder().encode(self) }
}
