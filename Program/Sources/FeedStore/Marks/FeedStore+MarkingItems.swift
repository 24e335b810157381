import Platform
import SQL

extension FeedStore {
    /// Marks the items like ``mark(_:as:storing:at:)``, and records those that change, so that ``undo(_:at:)`` can take it back.
    ///
    /// - Parameters:
    ///   - groupsStories: whether the other items of their stories become read, unread and unsaved, too.
    ///   - arriving: refreshes in progress, whose items can be among `items`.
    package func mark(
        each items: [ItemKey], as mark: Mark, groupsStories: Bool = false, storing arriving: [Refresh] = [],
        at date: Date
    ) throws -> Marking {
        if items.isEmpty { return Marking() }
        return try write { db in
            for refresh in arriving { try ItemWriter(db: db, scope: refresh.scope).add(refresh) }
            let writer = MarkWriter(db: db)
            var marking = Marking()
            var changed: Set<Int64> = []
            for key in groupsStories ? try StoryRows.voices(of: items, as: mark, db) : items {
                guard try writer.mark(key, as: mark, at: date),
                    let id = try ItemWriter(db: db, scope: key.scope).find(key.id)
                else { continue }
                marking.items.append(key)
                changed.insert(id)
            }
            if !changed.isEmpty {
                let number = try MarkingWriter(db: db).record(changed, as: mark, shown: changed.count, at: date)
                marking.number = number
            }
            return marking
        }
    }
}
