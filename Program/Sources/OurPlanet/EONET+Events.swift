import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

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
