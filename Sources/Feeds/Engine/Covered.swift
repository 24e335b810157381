import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much was asked for when a feed was last refreshed, kept beside its items: days of natural events, or a number of stories.
struct Covered: Codable {
    private var count: Int

    /// What a snapshot says; 0 where nothing was fetched.
    static func by(_ snapshot: Snapshot) -> Int {
        guard let extra = snapshot.extra else { return 0 }
        do { return try JSONDecoder().decode(Covered.self, from: extra).count } catch { return 0 }
    }

    /// The form that the store keeps.
    static func extra(_ count: Int) throws -> Data { try JSONEncoder().encode(Covered(count: count)) }
}
