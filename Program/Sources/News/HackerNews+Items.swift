import Freshet
import FreshetHTTP
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
