// GitFeed: the events of a repository on GitHub. It shows known events immediately, then requests new ones.
//
//     make example NAME=GitFeed         on made-up data, without the internet
//     make example NAME=GitFeed LIVE=1  from api.github.com, which answers 60 requests an hour
//
// In reading order: the model, the feed in six steps, then its use in main.

import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams

/// The shown part of an event from GitHub.
struct Event: Codable, Hashable, Sendable {
    struct Actor: Codable, Hashable, Sendable { let login: String }
    struct Repository: Codable, Hashable, Sendable { let name: String }
    let id: String
    let type: String
    let actor: Actor
    let repo: Repository
    let created_at: String
}

/// The model that a view would bind to. It is isolated to the main actor, the network isn't, and no `DispatchQueue.main.async` is needed.
@MainActor final class Feed {
    let events: BehaviorRelay<[Event]>
    let message = PublishRelay<String>()
    let isRefreshing = BehaviorRelay(value: false)

    private let validators: BehaviorRelay<Validators?>
    private let (client, repository, api, folder): (HTTPClient, String, URL, URL)
    private let bag = DisposeBag()

    init(_ client: HTTPClient, _ repository: String, at api: URL, folder: URL) {
        (self.client, self.repository, self.api, self.folder) = (client, repository, api, folder)
        // 4. The events of the last run appear immediately. In the first run there is no file, so a failure means “nothing”.
        func stored<Value: Decodable>(_ name: String, _ type: Value.Type) -> Value? {
            try? JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
        }
        events = BehaviorRelay(value: stored("events.json", [Event].self) ?? [])
        validators = BehaviorRelay(value: stored("validators.json", Validators.self))
    }

    /// 6. Pull to refresh does all of it again.
    func refresh() {
        isRefreshing.accept(true)

        // 1. The address becomes a request, the request a response. Two subscriptions follow; `share` makes them cost one request.
        let response = Observable.from([repository])
            .map { [api] repository in api.appending(path: "repos/\(repository)/events") }
            .map { [validators = validators.value] url in
                var headers: HTTPFields = [.accept: "application/vnd.github+json"]
                validators?.apply(to: &headers)  // If-None-Match and If-Modified-Since
                return HTTPRequest(get: url, headers: headers)
            }
            .flatMap { [client] request in client.rx.response(for: request) }
            .share(replay: 1, scope: .whileConnected)

        // 2. The first subscription: the events. A failure is a value as well, so that it doesn't look like “no events”.
        response
            .filter { 200..<300 ~= $0.status.code }
            .map { reply in try reply.decoded(as: [Event].self) }
            .filter { events in !events.isEmpty }
            .map { events in Result<[Event], any Error>.success(events) }
            .asDriver(onErrorRecover: { .just(.failure($0)) })
            .drive(with: self, onNext: { $0.process($1) }, onCompleted: { $0.isRefreshing.accept(false) })
            .disposed(by: bag)

        // 5. The second subscription: the validators of this version of the list, also of an unchanged one (304).
        response
            .filter { 200..<400 ~= $0.status.code }
            .flatMap { reply in Validators(reply.headers).map(Observable.just) ?? .empty() }
            .asDriver(onErrorDriveWith: .empty())  // reported by the first subscription already
            .drive(with: self) { feed, validators in
                feed.validators.accept(validators)
                feed.store(validators, "validators.json")
            }
            .disposed(by: bag)
    }

    /// 3. New events before the known ones, each once, at most 50; stored, and shown by any view that is bound to `events`.
    private func process(_ outcome: Result<[Event], any Error>) {
        switch outcome {
        case .success(let fetched):
            let known = Set(events.value)
            let new = fetched.filter { !known.contains($0) }
            message.accept("\(new.count) new")
            events.accept(Array((new + events.value).prefix(50)))
            store(events.value, "events.json")
        case .failure(let error): message.accept("not refreshed: \(error)")
        }
    }

    private func store<Value: Encodable>(_ value: Value, _ name: String) {
        do {
            try JSONEncoder().encode(value).write(to: folder.appending(path: name), options: .atomic)
        } catch { message.accept("\(name) could not be written: \(error)") }
    }
}

/// 7. The challenge: the five most starred Swift repositories, and the newest three events of each, in one list.
func trending(_ client: HTTPClient, at api: URL) -> Observable<[Event]> {
    struct Response: Decodable, Sendable { let items: [Item] }
    struct Item: Decodable, Sendable { let full_name: String }
    let search = api.appending(path: "search/repositories").appending(queryItems: [
        .init(name: "q", value: "language:swift"), .init(name: "per_page", value: "5"),
    ])
    return client.rx.decoded(as: Response.self, for: HTTPRequest(get: search)).asObservable()
        .flatMap { answer in Observable.from(answer.items.map(\.full_name)) }
        .map { name in
            let events = api.appending(path: "repos/\(name)/events")
            return client.rx.decoded(as: [Event].self, for: HTTPRequest(get: events)).map { $0.prefix(3) }
                .asObservable()
        }
        .merge(maxConcurrent: 1)  // GitHub asks for one request after the other
        .reduce([]) { $0 + $1 }
        .map { events in events.sorted { $0.created_at > $1.created_at } }
}

/// 8. The variant: the public repositories, each with its owner's picture, two pictures at a time.
func pictures(_ client: HTTPClient, at api: URL) -> Observable<(name: String, bytes: Int)> {
    struct Repository: Decodable, Sendable { let full_name: String, owner: Owner }
    struct Owner: Decodable, Sendable { let avatar_url: URL }
    return client.rx.decoded(as: [Repository].self, for: HTTPRequest(get: api.appending(path: "repositories")))
        .asObservable()
        .flatMap { Observable.from($0) }
        .take(4)
        .map { repository in
            client.rx.data(for: HTTPRequest(get: repository.owner.avatar_url))
                .map { (repository.full_name, $0.count) }.asObservable()
        }
        .merge(maxConcurrent: 2)
}

@main struct GitFeedExample {
    @MainActor static func main() async throws {
        let isLive = CommandLine.arguments.contains("--live")
        let sample = isLive ? nil : try await SampleUpstreams.start()
        let api = sample?.gitHubURL ?? URL(string: "https://api.github.com")!
        let repository = isLive ? "swiftlang/swift" : "octo-sample/harbor"
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
        let folder = isLive ? caches.appending(path: "gitfeed") : .temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

        let client = HTTPClient()
        let feed = Feed(client, repository, at: api, folder: folder)
        let bag = DisposeBag()
        feed.message.asSignal().emit(onNext: { print("  \($0)") }).disposed(by: bag)
        feed.events.asDriver().drive(onNext: show).disposed(by: bag)

        /// Refreshes and waits until the spinner stops.
        func refresh(_ title: String) async throws {
            print("\n\(title)")
            feed.refresh()
            for try await isRefreshing in feed.isRefreshing.values where !isRefreshing { break }
            if let sample { print("  requests in all: \(sample.control.requests.count)") }
        }

        try await refresh("── GitFeed ── \(repository)")
        try await refresh("Pull to refresh: nothing has happened, so nothing comes back")
        if let sample {
            sample.control.advance(by: .seconds(180))
            try await refresh("Three minutes later")
            sample.control.fail("/github", with: .status(503), times: 1)
            try await refresh("GitHub is down: that is told, and what is known stays")
        }
        print("\nStarted again: what was stored stands there at once")
        show(Feed(client, repository, at: api, folder: folder).events.value)

        print("\nThe most starred Swift repositories")
        for try await events in trending(client, at: api).values { show(events) }
        print("\nPublic repositories and their owners’ pictures")
        for try await (name, bytes) in pictures(client, at: api).values { print("  \(name): \(bytes) bytes") }

        if !isLive { try FileManager.default.removeItem(at: folder) }
        await sample?.stop()
    }

    /// Prints the events, as a table would show them when it reloads.
    static func show(_ events: [Event]) {
        if events.isEmpty { print("  no events yet") }
        for event in events.prefix(5) {
            let type = event.type.padding(toLength: 26, withPad: " ", startingAt: 0)
            print("  \(event.created_at.dropFirst(11).prefix(5))  \(type)\(event.repo.name)  \(event.actor.login)")
        }
        if events.count > 5 { print("  … and \(events.count - 5) more") }
    }
}
