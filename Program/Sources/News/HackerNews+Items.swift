internal import WebText
public import Freshet
import FreshetHTTP

extension HackerNews {
    /// The numbers of a list in the upstream's order, each once.
    public func ids(of list: List) -> Single<[Int]> {
        entries(of: list).map(\.ids)
    }

    /// What stands under a number.
    public func item(id: Int) -> Single<ItemAnswer> {
        answer("item/\(id).json", as: WireItem.self, .item).map(\.answer)
    }

    /// The story under a number; nothing where there is none to show, of which ``item(id:)`` tells the reason.
    public func story(id: Int) -> Maybe<Story> {
        item(id: id).compactMap { answer in
            if case .story(let story) = answer { story } else { nil }
        }
    }

    /// The numbers of items that changed lately: score, comments, title.
    ///
    /// About 75, of the last minutes.
    public func updates() -> Single<Set<Int>> {
        answer("updates.json", as: Updates.self, .updates).map { Set($0.items) }
    }

    /// The highest number that there is.
    public func maxItem() -> Single<Int> {
        answer("maxitem.json", as: Int.self, .other)
    }

    /// Somebody by login, capitals included; nil without public activity.
    public func user(_ login: String) -> Single<User?> {
        answer("user/\(login.percentEncoded).json", as: User?.self, .other)
    }

    /// The numbers, and how many entries of the list are none.
    func entries(of list: List) -> Single<(ids: [Int], unreadable: Int)> {
        answer(list.path, as: IDList.self, .list).map { answer in
            guard let ids = answer.ids else { throw HackerNewsError.noSuchList(list) }
            return (ids, answer.unreadable)
        }
    }

    private struct Updates: Decodable {
        let items: [Int]
    }
}
