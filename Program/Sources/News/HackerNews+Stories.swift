public import Freshet
import FreshetHTTP

extension HackerNews {
    /// The first stories of a list, the newest first, growing as they come.
    /// ```
    /// ids      --[9,8,7]|
    /// items             ---8--7----9|
    /// result   --0/3-------1--2----3|
    /// ```
    /// An item that fails, is `null`, deleted or dead costs that item and is counted; after a rate limit no further item is
    /// asked for. *Fails* if the list does, or every story of it.
    /// *Ends* when all are in.
    /// - Parameters:
    ///   - limit: how many stories of the list, in the upstream's ranking; 1 or more.
    ///   - known: stories that need not be asked for; they stand in the first state.
    ///   - changed: numbers of known stories that are asked for anyway (see ``updates()``); until the answer has come, and if it
    ///     fails, the known one stands.
    ///   - maxConcurrent: requests in flight at most; 10 to 20 are common.
    public func stories(
        of list: List, limit: Int = 30, known: [Int: Story] = [:], changed: Set<Int> = [], maxConcurrent: Int = 16
    ) -> Observable<StoryList> {
        stories(
            of: list, limit: limit, maxConcurrent: maxConcurrent, reusing: .just(Reuse(known: known, changed: changed)))
    }

    /// Stories that are known, and which of them have changed since.
    public struct Reuse: Sendable {
        /// Stories that need not be asked for.
        public var known: [Int: Story]
        /// Numbers of those that are asked for anyway.
        public var changed: Set<Int>

        /// Nothing is known unless told otherwise.
        public init(known: [Int: Story] = [:], changed: Set<Int> = []) {
            self.known = known
            self.changed = changed
        }
    }

    /// The same, with what is known subscribed to only when the list has come: a list that cannot be had costs one request.
    public func stories(
        of list: List, limit: Int = 30, maxConcurrent: Int = 16, reusing: Single<Reuse>
    ) -> Observable<StoryList> {
        guard limit > 0 else { return .error(HackerNewsError.invalidLimit(limit)) }
        let answer = entries(of: list).flatMap { entries in reusing.map { (entries, $0) } }
        return answer.asObservable().flatMap { entries, reuse -> Observable<StoryList> in
            let (known, changed) = (reuse.known, reuse.changed)
            var start = StoryList(list: list, ids: Array(entries.ids.prefix(limit)), unreadable: entries.unreadable)
            start.reuse(known, except: changed)
            let limit = RateLimitHit()
            return Observable.from(start.ids.filter { known[$0] == nil || changed.contains($0) })
                .map { id in outcome(id, unless: limit).map { (id, $0) } }
                .merge(maxConcurrent: max(1, maxConcurrent))
                .scan(into: start) { $0.add($1.0, $1.1) }
                .map { state in
                    if let error = state.failureOfAll { throw error }
                    return state
                }
                .startWith(start)
        }
    }

    /// The outcome for one item, as a value.
    private func outcome(_ id: Int, unless limit: RateLimitHit) -> Single<Result<ItemAnswer, any Error>> {
        .deferred {
            if let error = limit.error { return .just(.failure(error)) }
            return item(id: id).map { .success($0) }.catch { error in
                limit.note(error)
                return .just(.failure(error))
            }
        }
    }
}
