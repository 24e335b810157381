// News: the newest stories of Hacker News, in a list that grows as they arrive.
//
//     make example NAME=News         on made-up data, without the internet
//     make example NAME=News LIVE=1  from hacker-news.firebaseio.com
//
// Program/Examples/NewsCombine does the same with Combine, line by line.

import Foundation
import Freshet
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

    /// 2. A story. A story that fails is left out, so that the others arrive, and is reported.
    func story(id: Int) -> Observable<Story> {
        client.rx.decoded(as: Story.self, for: HTTPRequest(get: baseURL.appending(path: "item/\(id).json")))
            .asObservable()
            .observe(on: SerialDispatchQueueScheduler(qos: .utility))
            .catch { error in
                print("  story \(id) is left out, \(Failure(error))")
                return .empty()
            }
    }

    /// 3. The first stories of the list, all requested at the same time, in the order of their arrival.
    func mergedStories(ids: [Int]) -> Observable<Story> {
        Observable.merge(ids.prefix(maxStories).map(story))
    }

    /// 4. The list, which grows with each story, newest first. Fails with one of the two cases if the numbers of the stories fail.
    func stories() -> Observable<[Story]> {
        client.rx.decoded(as: [Int].self, for: HTTPRequest(get: baseURL.appending(path: "newstories.json")))
            .catch { error in .error(Failure(error)) }
            .asObservable()
            .filter { ids in !ids.isEmpty }
            .flatMap { ids in mergedStories(ids: ids) }
            .scan([]) { stories, story in (stories + [story]).sorted { $0.time > $1.time } }
    }
}

@main struct NewsExample {
    static func main() async throws {
        let sample = CommandLine.arguments.contains("--live") ? nil : try await SampleUpstreams.start()
        let api = API(sample?.newsURL ?? URL(string: "https://hacker-news.firebaseio.com/v0")!)
        let bag = DisposeBag()

        print("── News ── one story after the other")
        // 5. A view would show each state of the list. Here, main waits until the stream ends.
        let stories = api.stories().share(replay: 1, scope: .forever)
        stories
            .subscribe(
                onNext: { stories in print("  \(stories.count) here, the newest: \(stories[0].title)") },
                onError: { error in print("  the list was \(error)") }
            )
            .disposed(by: bag)
        let list = try await stories.takeLast(1).ifEmpty(default: []).catchAndReturn([]).asSingle().value

        print("\nThe list")
        for (place, story) in list.enumerated() { print("  \(place + 1). \(story.title)  (\(story.by))") }

        if let sample {
            print("\nOne story is broken, and is left out")
            sample.control.fail("/news/v0/item/\(list[0].id).json", with: .notJSON)
            print("  \(try await api.stories().takeLast(1).asSingle().value.count) stories came")

            print("\nThe upstream is down")
            sample.control.fail("/news", with: .status(503))
            do { _ = try await api.stories().asSingle().value } catch { print("  the list was \(error)") }
            await sample.stop()
        }
    }
}
