import FreshetHTTP
import Platform
import WebText

/// An item in the API's form, which may be `null`.
///
/// Only the number is always present.
struct WireItem: Decodable {
    let answer: ItemAnswer
    /// The item's direct comments, in the site's order.
    let kids: [Int]
    /// The numbers of a poll's options.
    let parts: [Int]

    private enum CodingKeys: String, CodingKey {
        case id, type, by, time, title, url, text, score, descendants, deleted, dead, kids, parts
    }

    init(from decoder: any Decoder) throws {
        guard try !decoder.singleValueContainer().decodeNil() else {
            answer = .absent(.null)
            (kids, parts) = ([], [])
            return
        }
        let item = try decoder.container(keyedBy: CodingKeys.self)
        kids = try item.decodeIfPresent([Int].self, forKey: .kids) ?? []
        parts = try item.decodeIfPresent([Int].self, forKey: .parts) ?? []
        let id = try item.decode(Int.self, forKey: .id)
        // An item can be both; deleted takes precedence over dead.
        if try item.decodeIfPresent(Bool.self, forKey: .deleted) == true {
            answer = .absent(.deleted)
            return
        }
        if try item.decodeIfPresent(Bool.self, forKey: .dead) == true {
            answer = .absent(.dead)
            return
        }
        let type = try item.decode(String.self, forKey: .type)
        if type == "comment" || type == "pollopt" {
            answer = .absent(.notAStory)
            return
        }
        answer = .story(
            Story(
                id: id, type: type, title: CharacterReferences.decoded(try item.decode(String.self, forKey: .title)),
                url: Self.address(try item.decodeIfPresent(String.self, forKey: .url)) ?? Story.page(of: id),
                author: try item.decodeIfPresent(String.self, forKey: .by),
                score: try item.decodeIfPresent(Int.self, forKey: .score),
                comments: try item.decodeIfPresent(Int.self, forKey: .descendants),
                date: Date(timeIntervalSince1970: try item.decode(Double.self, forKey: .time)),
                text: try item.decodeIfPresent(String.self, forKey: .text)))
    }

    /// A web address that browsers can open; questions have none, and old jobs an empty one.
    private static func address(_ text: String?) -> URL? {
        guard let text, let url = URL(address: text), let scheme = url.scheme?.lowercased() else { return nil }
        return scheme == "https" || scheme == "http" ? url : nil
    }
}

/// A comment in the API's form; nil for `null` and for other items.
struct WireComment: Decodable {
    let comment: Comment?

    private enum CodingKeys: String, CodingKey { case id, type, by, time, text, deleted, dead, kids }

    init(from decoder: any Decoder) throws {
        guard try !decoder.singleValueContainer().decodeNil() else {
            comment = nil
            return
        }
        let item = try decoder.container(keyedBy: CodingKeys.self)
        guard try item.decode(String.self, forKey: .type) == "comment" else {
            comment = nil
            return
        }
        let isDeleted = try item.decodeIfPresent(Bool.self, forKey: .deleted) ?? false
        let isDead = try item.decodeIfPresent(Bool.self, forKey: .dead) ?? false
        comment = Comment(
            id: try item.decode(Int.self, forKey: .id),
            author: isDeleted ? nil : try item.decodeIfPresent(String.self, forKey: .by),
            date: Date(timeIntervalSince1970: try item.decode(Double.self, forKey: .time)),
            // The text of a dead comment is “[dead]”.
            text: isDeleted || isDead ? nil : try item.decodeIfPresent(String.self, forKey: .text),
            kids: try item.decodeIfPresent([Int].self, forKey: .kids) ?? [])
    }
}

/// An option of a poll in the API's form; nil for `null`, for a deleted option, and for other items.
struct WirePollOption: Decodable {
    let option: PollOption?

    private enum CodingKeys: CodingKey { case type, text, score, deleted, dead }

    init(from decoder: any Decoder) throws {
        guard try !decoder.singleValueContainer().decodeNil() else {
            option = nil
            return
        }
        let item = try decoder.container(keyedBy: CodingKeys.self)
        let isHidden = try [CodingKeys.deleted, .dead].contains {
            try item.decodeIfPresent(Bool.self, forKey: $0) == true
        }
        guard !isHidden, try item.decode(String.self, forKey: .type) == "pollopt",
            let text = try item.decodeIfPresent(String.self, forKey: .text)
        else {
            option = nil
            return
        }
        option = PollOption(text: text, score: try item.decodeIfPresent(Int.self, forKey: .score))
    }
}

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
