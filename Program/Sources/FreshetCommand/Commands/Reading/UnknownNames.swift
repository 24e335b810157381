import FeedStore
import Feeds
import Search
import WebText

/// The names in a search without results that nothing stored has: folders, labels and kinds.
struct UnknownNames {
    let remarks: [String]

    init(_ query: SearchQuery, _ environment: FeedEnvironment) throws {
        remarks = try query.leaves.filter { !$0.isExcluded }.compactMap { term in
            switch term.condition {
            case .folder(let name): return try environment.folderProblem(name, ignoringCase: true)
            case .label(let name):
                return try environment.store.hasLabel(name) ? nil : LabelError.unknown(name).description
            case .kind(let name):
                let alone = SearchQuery(text: "kind:" + name, terms: [term])
                let isThere = try environment.search(alone, order: .date, limit: 1).total > 0
                return isThere ? nil : "No stored item is of the kind \(name.inQuotes)."
            default: return nil
            }
        }
    }
}
