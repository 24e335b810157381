import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

extension EONET {
    /// Requests JSON with validators.
    func reply(_ url: URL, _ purpose: RequestPurpose = .other, validators: Validators? = nil) -> Single<HTTPReply> {
        var headers: HTTPFields = [.accept: "application/json"]
        validators?.apply(to: &headers)
        return transport.response(for: HTTPRequest(get: url, headers: headers), purpose: purpose)
    }
}

extension EONET {
    /// The valid numbers of days.
    package static let days = 1...360

    /// The events of a category with one status.
    ///
    /// Requests `/categories/{id}`: `/events?category=` sometimes returns other categories if it doesn't know the requested
    /// one. Events of other categories are skipped and counted here, too.
    /// - Parameter days: filters by the date of the newest position. Request open events without it: an open volcano may not be seen
    ///   for months and would be missing.
    package func events(in category: String, status: Status, days: Int? = nil) -> Single<EventList> {
        .deferred {
            guard Self.isID(category) else { throw EONETError.noSuchCategory(category) }
            if let days { try Self.check(days) }
            let url = try baseURL.endpoint(
                "categories/\(category)",
                [("status", status.rawValue)] + (days.map { [("days", String($0))] } ?? []))
            return reply(url, status == .open ? .openEvents : .closedEvents)
                .map { try $0.decoded(as: EventList.self).of(category: category) }
                .catch { error in
                    guard case .status(_, .notFound, _)? = error as? HTTPError else { return .error(error) }
                    return .error(EONETError.noSuchCategory(category))
                }
        }
    }

    /// The events of a category within the last `days` days: all open ones, and closed ones by their closing date.
    ///
    /// Makes two parallel requests, one for each status. The upstream filters by position dates, so an event that was closed within the days
    /// but last seen before them is missing. Fails if either request fails.
    /// - Parameter days: see ``days``.
    package func events(in category: String, days: Int = 360) -> Single<EventList> {
        .deferred {
            try Self.check(days)
            let start = now().addingTimeInterval(-86_400 * Double(days))
            return Observable.merge(
                events(in: category, status: .open).asObservable(),
                events(in: category, status: .closed, days: days).asObservable()
            )
            .reduce(EventList(events: [], skipped: [])) { $0.merged(with: $1) }
            .map { $0.closed(since: start) }
            .asSingle()
        }
    }

    static func check(_ days: Int) throws {
        guard Self.days.contains(days) else { throw EONETError.invalidDays(days) }
    }

    /// Ids become parts of paths: only letters, digits and hyphens are allowed.
    private static func isID(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-")
            }
    }
}

extension EONET {
    /// The categories by name, about 13 of them.
    package func categories(validators: Validators? = nil) -> Single<Conditional<CategoryList>> {
        .deferred {
            reply(try baseURL.endpoint("categories"), .categories, validators: validators).map { reply in
                reply.status == .notModified ? .notModified : .modified(try reply.decoded(as: CategoryList.self))
            }
        }
    }

    func allCategories() -> Single<CategoryList> {
        categories().map { answer in
            guard case .modified(let list) = answer else {
                throw EONETError.unaskedNotModified(try baseURL.endpoint("categories"))
            }
            return list
        }
    }
}

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

extension EONET {
    /// The observers that events refer to.
    package func sources() -> Single<[SourceDescription]> {
        .deferred { reply(try baseURL.endpoint("sources")).map { try $0.decoded(as: Sources.self).sources } }
    }

    /// The scales of magnitudes.
    package func magnitudes() -> Single<[MagnitudeScale]> {
        .deferred { reply(try baseURL.endpoint("magnitudes")).map { try $0.decoded(as: Magnitudes.self).magnitudes } }
    }

    /// The map layers of all categories, in one entry without a category.
    package func layers() -> Single<[CategoryLayers]> {
        .deferred { reply(try baseURL.endpoint("layers")).map { try $0.decoded(as: Layers.self).categories } }
    }

    private struct Sources: Decodable {
        let sources: [SourceDescription]
    }

    private struct Magnitudes: Decodable {
        let magnitudes: [MagnitudeScale]
    }

    private struct Layers: Decodable {
        let categories: [CategoryLayers]
    }
}
