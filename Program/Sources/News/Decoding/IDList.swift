/// The numbers of a list; what is no number costs that entry only.
///
/// `null` when there is no such list.
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
