import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How many days back what is stored reaches, kept beside the items.
struct CoveredDays: Codable {
    var days: Int

    /// What a snapshot says; 0 where nothing was fetched.
    static func of(_ snapshot: Snapshot) -> Int {
        snapshot.extra.flatMap { extra in
            do { return try JSONDecoder().decode(CoveredDays.self, from: extra).days } catch { return nil }
        } ?? 0
    }

    /// The form that the store keeps.
    static func extra(_ days: Int) throws -> Data { try JSONEncoder().encode(CoveredDays(days: days)) }
}
