// News with Combine: streams become publishers at the edge; the rest is Combine, or OpenCombine on other platforms.
//
//     make example NAME=NewsCombine         on made-up data, without the internet
//     make example NAME=NewsCombine LIVE=1  from hacker-news.firebaseio.com
//
// Program/Examples/News does the same with Freshet, line by line.

import Foundation
import Freshet
import FreshetCombine
import FreshetHTTP
import HTTPTypes
import SampleUpstreams

struct Story: Decodable, Sendable {
    let id: Int
    let title: String
    let by: String
    let time: TimeInterval
}

/// 1. Two endpoints, an error with two cases, and the number of stories to fetch.
struct API: Sendable {
    enum Failure: Error, CustomStringConvertible {
        case addressUnreachable(String)
        case invalidResponse(String)

        init(_ error: any Error) {
            switch error {
            case HTTPError.undecodable(_, _, let problem, _): self = .invalidResponse(problem)
            default: self = .addressUnreachable("\(error)")
            }
        }

        var description: String {
            switch self {
            case .addressUnreachable(let why): "not reached: \(why)"
            case .invalidResponse(let why): "not understood: \(why)"
            }
        }
    }

    let baseURL: URL
    let maxStories = 10
    private let client = HTTPClient()

    init(_ baseURL: URL) { self.baseURL = baseURL }

    /// The bridge, in place of a `dataTaskPublisher`. It states the type of the failure for all that follows.
    private func get<Response: Decodable & Sendable>(
        _ path: String, as type: Response.Type
    ) -> some Publisher<Response, Failure> {
        client.rx.decoded(as: type, for: HTTPRequest(get: baseURL.appending(path: path)))
            .observe(on: SerialDispatchQueueScheduler(qos: .utility))  // Combine's receive(on:)
            .publisher(failingWith: Failure.self, otherwise: Failure.init)
    }

    /// 2. A story. A story that fails is left out, so that the others arrive, and is reported.
    func story(id: Int) -> AnyPublisher<Story, Never> {
        get("item/\(id).json", as: Story.self)
            .catch { failure -> Empty<Story, Never> in
                print("  story \(id) is left out, \(failure)")
                return Empty()
            }
            .eraseToAnyPublisher()
    }

    /// 3. The first stories of the list, all requested at the same time, in the order of their arrival.
    ///
    /// In Apple's Combine, `merge(with:)` does this one publisher at a time; OpenCombine has only `flatMap`, which merges as well.
    func mergedStories(ids: [Int]) -> AnyPublisher<Story, Never> {
        ids.prefix(maxStories).publisher.flatMap { id in story(id: id) }.eraseToAnyPublisher()
    }

    /// 4. The list, which grows with each story, newest first. Fails with one of the two cases if the numbers of the stories fail.
    func stories() -> AnyPublisher<[Story], Failure> {
        get("newstories.json", as: [Int].self)
            .filter { ids in !ids.isEmpty }
            .flatMap { ids in mergedStories(ids: ids).setFailureType(to: Failure.self) }
            .scan([]) { stories, story in (stories + [story]).sorted { $0.time > $1.time } }
            .eraseToAnyPublisher()
    }
}

@main struct NewsCombineExample {
    static func main() async throws {
        let sample = CommandLine.arguments.contains("--live") ? nil : try await SampleUpstreams.start()
        let api = API(sample?.newsURL ?? URL(string: "https://hacker-news.firebaseio.com/v0")!)
        var subscriptions: Set<AnyCancellable> = []

        print("── News, in Combine’s words ── one story after the other")
        // 5. Usage with Combine. The values that main waits for come back over the bridge, into a relay.
        let list = BehaviorRelay<[Story]>(value: [])
        let isDone = BehaviorRelay(value: false)
        api.stories()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let failure) = completion { print("  the list was \(failure)") }
                    isDone.accept(true)
                },
                receiveValue: { stories in
                    print("  \(stories.count) here, the newest: \(stories[0].title)")
                    list.accept(stories)
                }
            )
            .store(in: &subscriptions)
        for try await isDone in isDone.values where isDone { break }

        print("\nThe list")
        for (place, story) in list.value.enumerated() { print("  \(place + 1). \(story.title)  (\(story.by))") }

        if let sample {
            print("\nOne story is broken, and is left out")
            sample.control.fail("/news/v0/item/\(list.value[0].id).json", with: .notJSON)
            // One word turns a publisher back into a stream, which can be awaited.
            print("  \(try await api.stories().asObservable().takeLast(1).asSingle().value.count) stories came")

            print("\nThe upstream is down")
            sample.control.fail("/news", with: .status(503))
            do { _ = try await api.stories().asObservable().asSingle().value } catch {
                print("  the list was \(error)")
            }
            await sample.stop()
        }
    }
}
