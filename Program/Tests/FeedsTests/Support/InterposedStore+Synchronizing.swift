import FeedStore
import Foundation

extension InterposedStore {
    func subscriptions() throws -> [Subscription] { try store.subscriptions() }
    func folders() throws -> [Folder] { try store.folders() }
    func numbers(of selection: ItemSelection, limit: Int) throws -> [NumberedItem.ID] {
        try store.numbers(of: selection, limit: limit)
    }
    func count(of selection: ItemSelection) throws -> Int { try store.count(of: selection) }
    func items(numbered numbers: [NumberedItem.ID]) throws -> [NumberedItem] { try store.items(numbered: numbers) }
    func addFolder(_ path: String) throws -> Folder? {
        try before(.other)
        return try store.addFolder(path)
    }
    func renameFolder(_ id: Folder.ID, to path: String, at date: Date) throws -> Bool {
        try before(.other)
        return try store.renameFolder(id, to: path, at: date)
    }
    func removeFolder(_ id: Folder.ID, at date: Date) throws -> Bool {
        try before(.other)
        return try store.removeFolder(id, at: date)
    }
    func mark(numbered numbers: [NumberedItem.ID], as marks: [Mark], at date: Date) throws -> Int {
        try before(.other)
        return try store.mark(numbered: numbers, as: marks, at: date)
    }
}
