/// The item numbers of a list; an entry that isn't a number is skipped.
///
/// `null` if the list doesn't exist.
struct IDList: Decodable {
    let ids: [Int]?
    let unreadable: Int

    init(from decoder: any Decoder) throws {
        guard try !decoder.singleValueContainer().decodeNil() else {
            ids = nil
            unreadable = 0
            return
        }
        let entries = try decoder.singleValueContainer().decode([Entry].self)
        var seen = Set<Int>(minimumCapacity: entries.count)
        ids = entries.compactMap(\.id).filter { seen.insert($0).inserted }
        unreadable = entries.count { $0.id == nil }
    }

    private struct Entry: Decodable {
        let id: Int?

        init(from decoder: any Decoder) throws {
            do {
                id = try decoder.singleValueContainer().decode(Int.self)
            } catch {
                id = nil  // counted
            }
        }
    }
}
