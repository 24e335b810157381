import Freshet
import FreshetHTTP

extension EONET {
    /// All categories, first without events, then with the events of one category after another.
    /// ```
    /// categories  --abc|
    /// events            ---b--a----c|
    /// result      --0/3----1--2----3|
    /// ```
    /// Requests two categories at a time, with open and closed events in parallel: at most four requests in flight.
    /// A category that fails keeps its error; after a rate limit the remaining ones aren't requested. Fails if the list of categories or every category fails. Completes when all have arrived.
    /// - Parameter days: see ``days`` and ``events(in:days:)``.
    package func overview(days: Int = 360) -> Observable<Overview> {
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

    /// The result for one category, as a value.
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
