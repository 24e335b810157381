#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import GRDB

/// Marks one item, within the caller's transaction.
struct MarkWriter {
    let db: Database
    let item: ItemKey

    func note(_ mark: Mark, at date: Date) throws {
        let changesBefore = db.totalChangesCount
        let now: StatementArguments = [date.milliseconds]
        switch mark {
        case .read:
            try run(MarkQueries.read, now)
            try run(MarkQueries.readFirst, now)
        case .unread:
            try run(MarkQueries.unread)
        case .saved:
            try run(MarkQueries.save, now)
        case .unsaved:
            try run(MarkQueries.unsave)
        }
        if db.totalChangesCount == changesBefore { return }
        try forget()
        try run(MarkQueries.spread)
    }

    /// Takes the mark away if it says nothing any more, or only that an item was read that is nowhere now.
    func forget() throws {
        try run(MarkQueries.forget)
    }

    private func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try db.cachedStatement(sql: sql).execute(arguments: [item.upstream, item.id] + arguments)
    }
}
