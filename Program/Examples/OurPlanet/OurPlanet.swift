// OurPlanet: natural events from NASA's EONET. The categories appear first, and fill as their events arrive.
//
//     make example NAME=OurPlanet         on made-up data, without the internet
//     make example NAME=OurPlanet LIVE=1  from eonet.gsfc.nasa.gov, which is slow
//
// In reading order: the model, the service in four steps, then its use in main, as in a view.

import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams

/// A category of events, with the events that have arrived.
struct Category: Decodable, Sendable {
    let id: String
    let title: String
    /// The events, or the error, so that “no fires” and “no network” look different.
    var events: Result<[Event], any Error> = .success([])

    private enum CodingKeys: CodingKey { case id, title }
}

struct Event: Decodable, Sendable {
    let title: String
    /// The date of its end, if it has ended.
    let closed: String?

    /// Open events are always shown, closed ones by the day of their end.
    func isShown(since day: String) -> Bool { closed.map { $0 >= day } ?? true }
}

/// An error beyond `HTTPError`, which describes failed connections, refusals and unreadable responses.
enum PlanetError: Error { case invalidURL(String), invalidParameter(String) }

/// 1. One type makes the requests to the API; views never do.
final class Planet: Sendable {
    private let client = HTTPClient()
    private let api: URL
    /// 2. The categories by name, fetched once and kept for later subscribers.
    let categories: Observable<[Category]>

    init(at api: URL) {
        self.api = api
        struct Response: Decodable, Sendable { let categories: [Category] }
        categories = Self.request("categories", [:], as: Response.self, client, api)
            .map { answer in answer.categories.sorted { $0.title < $1.title } }
            .share(replay: 1, scope: .forever)
    }

    private static func request<Response: Decodable & Sendable>(
        _ endpoint: String, _ query: [String: String], as type: Response.Type, _ client: HTTPClient, _ api: URL
    ) -> Observable<Response> {
        .deferred {
            if let wrong = query.first(where: { $0.value.isEmpty }) { throw PlanetError.invalidParameter(wrong.key) }
            var parts = URLComponents(url: api.appending(path: endpoint), resolvingAgainstBaseURL: false)
            parts?.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) }
            guard let url = parts?.url else { throw PlanetError.invalidURL(endpoint) }
            return client.rx.decoded(as: type, for: HTTPRequest(get: url)).asObservable()
        }
    }

    /// 3. Open and closed events, from two parallel requests, in one list.
    func events(in category: Category, forLast days: Int) -> Observable<[Event]> {
        struct Response: Decodable, Sendable { let events: [Event] }
        func ask(_ query: [String: String]) -> Observable<[Event]> {
            Self.request("categories/\(category.id)", query, as: Response.self, client, api).map(\.events)
        }
        return Observable.merge(ask(["status": "open"]), ask(["status": "closed", "days": "\(days)"]))
            .reduce([]) { $0 + $1 }
    }

    /// 4. The categories, then again with the events of each as they arrive: two at a time, so that the server isn't overrun.
    func overview(forLast days: Int) -> Observable<[Category]> {
        let updated = categories.flatMap { categories in
            Observable.from(categories)
                .map { category in
                    self.events(in: category, forLast: days)
                        .map { events in (category.id, Result<[Event], any Error>.success(events)) }
                        // Beside the others, not instead of them.
                        .catch { error in .just((category.id, .failure(error))) }
                }
                .merge(maxConcurrent: 2)
                .scan(categories) { categories, update in
                    categories.map { category in
                        guard category.id == update.0 else { return category }
                        var category = category
                        category.events = update.1
                        return category
                    }
                }
        }
        return categories.concat(updated)
    }
}

@main struct OurPlanetExample {
    static func main() async throws {
        let sample = CommandLine.arguments.contains("--live") ? nil : try await SampleUpstreams.start()
        sample?.control.fail("/eonet/api/v3/categories/floods", with: .status(503))
        let planet = Planet(at: sample?.eonetURL ?? URL(string: "https://eonet.gsfc.nasa.gov/api/v3")!)
        let bag = DisposeBag()

        print("── OurPlanet ── the last 360 days")
        // 6. The challenge, a progress indicator: the first state has no category yet, each further one has one more.
        let overview = planet.overview(forLast: 360).share(replay: 1, scope: .forever)
        var latest: [Category] = []
        var done = -1
        for try await categories in overview.values {
            (latest, done) = (categories, done + 1)
            let bar = String(repeating: "▓", count: done) + String(repeating: "░", count: categories.count - done)
            print("  \(bar)  \(done) of \(categories.count) categories")
        }
        for category in latest {
            let title = category.title.padding(toLength: 22, withPad: " ", startingAt: 0)
            switch category.events {
            case .success(let events): print("  \(title)\(events.isEmpty ? "none" : "\(events.count)")")
            case .failure(let error): print("  \(title)could not be had: \(error)")
            }
        }

        // 5. A category opens its list; a slider chooses the days. Both are streams, and so is their combination.
        let days = BehaviorRelay(value: 360)
        let wildfires = overview.takeLast(1).map { categories -> [Event] in
            guard let category = categories.first(where: { $0.id == "wildfires" }) else { return [] }
            return try category.events.get()
        }
        days.map { "Last \($0) days" }
            .subscribe(onNext: { label in print("\nWildfires, \(label)") })
            .disposed(by: bag)
        Observable.combineLatest(days, wildfires) { days, events -> [Event] in
            let first = Date.now.addingTimeInterval(-86_400 * Double(days)).formatted(.iso8601)
            return events.filter { $0.isShown(since: first) }
        }
        .subscribe(
            onNext: { events in
                for event in events.prefix(3) { print("  \(event.closed == nil ? "●" : "○") \(event.title)") }
                print("  \(events.count) in all, \(events.filter { $0.closed == nil }.count) of them ● open")
            },
            onError: { error in print("  could not be had: \(error)") }
        )
        .disposed(by: bag)
        for position in [90, 1] { days.accept(position) }

        await sample?.stop()
    }
}
