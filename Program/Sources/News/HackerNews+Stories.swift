import Freshet
import FreshetHTTP

extension HackerNews {
    /// The first stories of a list, newest first, as they arrive.
    /// ```
    /// ids      --[9,8,7]|
    /// items             ---8--7----9|
    /// result   --0/3-------1--2----3|
    /// ```
    /// An item that fails, or is `null`, deleted or dead is counted and left out; after a rate limit the remaining items aren't
    /// requested. Fails if the list or every story fails.
    /// Completes when all items have arrived.
    /// - Parameters:
    ///   - limit: the number of stories in the upstream's order; 1 or more.
    ///   - known: stories that needn't be requested; the first state contains them.
    ///   - changed: numbers of known stories to request anyway (see ``updates()``). The known form stays until
    ///     the response arrives, or if it fails.
    ///   - maxConcurrent: the maximum number of requests in flight; 10 to 20 are common.
    package func stories(
        of list: List, limit: Int = 30, known: [Int: Story] = [:], changed: Set<Int> = [], maxConcurrent: Int = 16
    ) -> Observable<StoryList> {
        stories(
            of: list, limit: limit, maxConcurrent: maxConcurrent,
            reusing: { _ in .just(Reuse(known: known, changed: changed)) })
    }

    /// Known stories, and which of them have changed.
    package struct Reuse: Sendable {
        /// Stories that needn't be requested.
        package var known: [Int: Story]
        /// Numbers of known stories to request anyway.
        package var changed: Set<Int>

        /// Nothing is known by default.
        package init(known: [Int: Story] = [:], changed: Set<Int> = []) {
            self.known = known
            self.changed = changed
        }
    }

    /// The same, but asks for the known stories among the list's numbers once it has arrived, so that a failed list costs one request.
    package func stories(
        of list: List, limit: Int = 30, maxConcurrent: Int = 16,
        reusing: @escaping @Sendable (_ ids: [Int]) -> Single<Reuse>
    ) -> Observable<StoryList> {
        guard limit > 0 else { return .error(HackerNewsError.invalidLimit(limit)) }
        let answer = entries(of: list).flatMap { entries in
            reusing(Array(entries.ids.prefix(limit))).map { (entries, $0) }
        }
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

    /// The result for one item, as a value.
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
