public import Freshet
internal import FreshetHTTP
internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension EONET {
    /// How many days may be looked back.
    public static let days = 1...360

    /// The events of one category in one state.
    ///
    /// Asks `/categories/{id}`, since `/events?category=` has been seen to answer with other categories when it does not know the one
    /// asked for; what belongs elsewhere is left out and counted here, too.
    /// - Parameter days: looks at the *newest position* of an event. Open ones are better asked for without: an open volcano may be seen
    ///   months apart and would be hidden.
    public func events(in category: String, status: Status, days: Int? = nil) -> Single<EventList> {
        .deferred {
            guard Self.isID(category) else { throw EONETError.noSuchCategory(category) }
            if let days { try Self.check(days) }
            let url = try address(
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

    /// The events of one category within the last `days` days: open ones always, closed ones by the date of their closing.
    ///
    /// Two requests at once, one for each state. Since the upstream looks at positions, an event that was closed within the days but
    /// last seen before them is missed. *Fails* if one of the two requests does.
    /// - Parameter days: see ``days``.
    public func events(in category: String, days: Int = 360) -> Single<EventList> {
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

    /// Ids stand in paths: nothing but letters, digits and hyphens does.
    private static func isID(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-")
            }
    }
}
