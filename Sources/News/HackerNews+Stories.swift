public import Freshet

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
        guard limit > 0 else { return .error(HackerNewsError.invalidLimit(limit)) }
        return entries(of: list).asObservable().flatMap { entries -> Observable<StoryList> in
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
