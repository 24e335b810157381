import FreshetHTTP

/// The item numbers of a list; an entry that isn't a number is skipped, and a list without numbers fails.
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
        let list = try ReadableList<Int>(from: decoder)
        var seen = Set<Int>(minimumCapacity: list.elements.count)
        ids = list.elements.filter { seen.insert($0).inserted }
        unreadable = list.skipped.count
    }
}
