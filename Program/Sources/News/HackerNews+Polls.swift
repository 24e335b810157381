import Freshet
import FreshetHTTP

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
