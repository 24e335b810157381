public import Freshet
import FreshetHTTP

extension EONET {
    /// All categories at once, then with the events of each as they come, category by category.
    /// ```
    /// categories  --abc|
    /// events            ---b--a----c|
    /// result      --0/3----1--2----3|
    /// ```
    /// Two categories are asked at a time, each for its open and its closed events at once: at most four requests in flight.
    /// A category that fails keeps its error beside it; after a rate limit no further category is asked for. *Fails* if the categories do, or every one of them. *Ends* when all are in.
    /// - Parameter days: see ``days`` and ``events(in:days:)``.
    public func overview(days: Int = 360) -> Observable<Overview> {
        .deferred {
            try Self.check(days)
            return allCategories().asObservable().flatMap { list -> Observable<Overview> in
                let start = Overview(days: days, list)
                let limit = RateLimitHit()
                return Observable.from(list.categories)
                    .map { category in outcome(in: category, days: days, unless: limit).map { (category.id, $0) } }
                    .merge(maxConcurrent: 2)
                    .scan(into: start) { $0.add($1.0, $1.1) }
                    .map { state in
                        if let error = state.failureOfAll { throw error }
                        return state
                    }
                    .startWith(start)
            }
        }
    }

    /// The outcome for one category, as a value.
    private func outcome(
        in category: Category, days: Int, unless limit: RateLimitHit
    ) -> Single<Result<EventList, any Error>> {
        .deferred {
            if let error = limit.error { return .just(.failure(error)) }
            return events(in: category.id, days: days).map { .success($0) }.catch { error in
                limit.note(error)
                return .just(.failure(error))
            }
        }
    }
}
