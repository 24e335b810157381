import Freshet
import FreshetHTTP
import Platform
import WebText

extension HackerNews {
    /// The item numbers of a list in the upstream's order, each once.
    package func ids(of list: List) -> Single<[Int]> {
        entries(of: list).map(\.ids)
    }

    /// The item with that number; a poll has its options, each of which takes a request.
    package func item(id: Int) -> Single<ItemAnswer> {
        reply("item/\(id).json", as: WireItem.self, .item).flatMap { answer($0) }
    }

    /// The story with that number; nil if there is none. ``item(id:)`` gives the reason.
    package func story(id: Int) -> Maybe<Story> {
        item(id: id).compactMap { answer in
            if case .story(let story) = answer { story } else { nil }
        }
    }

    /// The numbers of recently changed items: score, comments or title.
    ///
    /// About 75, of the last minutes.
    package func updates() -> Single<Set<Int>> {
        reply("updates.json", as: Updates.self, .updates).map { Set($0.items) }
    }

    /// The highest item number.
    package func maxItem() -> Single<Int> {
        reply("maxitem.json", as: Int.self, .other)
    }

    /// A user by login, whose case matters; nil without public activity.
    package func user(_ login: String) -> Single<User?> {
        reply("user/\(login.percentEncoded).json", as: User?.self, .other)
    }

    /// The numbers, and the count of entries that aren't numbers.
    func entries(of list: List) -> Single<(ids: [Int], unreadable: Int)> {
        reply(list.path, as: IDList.self, .list).map { answer in
            guard let ids = answer.ids else { throw HackerNewsError.noSuchList(list) }
            return (ids, answer.unreadable)
        }
    }

    private struct Updates: Decodable {
        let items: [Int]
    }
}

extension HackerNews {
    /// The maximum number of options of a poll that are requested.
    private static let maximumOptions = 30
    /// The maximum number of requests for a poll's options in flight.
    private static let maximumInFlight = 4

    /// The answer for an item; a poll has its options.
    ///
    /// Makes a request for each option of a poll. Fails if one fails; an option that was deleted is left out.
    func answer(_ item: WireItem) -> Single<ItemAnswer> {
        guard case .story(let poll) = item.answer, poll.type == "poll", !item.parts.isEmpty else {
            return .just(item.answer)
        }
        return options(Array(item.parts.prefix(Self.maximumOptions))).map { options -> ItemAnswer in
            var story = poll
            story.options = options
            return .story(story)
        }
    }

    /// The options with these numbers, in this order.
    private func options(_ ids: [Int]) -> Single<[PollOption]> {
        Observable.from(Array(ids.enumerated()))
            .map { place, id in
                reply("item/\(id).json", as: WirePollOption.self, .item).asObservable().map { (place, $0.option) }
            }
            .merge(maxConcurrent: Self.maximumInFlight)
            .reduce([Int: PollOption]()) { options, arrived in
                var options = options
                options[arrived.0] = arrived.1
                return options
            }
            .map { options in ids.indices.compactMap { options[$0] } }
            .asSingle()
    }
}

/// A user of Hacker News.
package struct User: Sendable, Hashable, Decodable, Identifiable {
    /// The login; case matters.
    package let id: String
    /// The date of the account's creation.
    package let created: Date
    /// The karma.
    package let karma: Int
    /// The self-description, in unsanitized HTML.
    package let about: String?
    /// The numbers of all the user's items, newest first.
    package let submitted: [Int]

    private enum CodingKeys: String, CodingKey {
        case id, created, karma, about, submitted
    }

    /// Decodes the API's form.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        created = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .created))
        karma = try container.decode(Int.self, forKey: .karma)
        about = try container.decodeIfPresent(String.self, forKey: .about)
        submitted = try container.decodeIfPresent([Int].self, forKey: .submitted) ?? []
    }
}
