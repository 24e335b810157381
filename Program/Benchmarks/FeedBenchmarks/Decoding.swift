import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import Harness
import HTTPTypes
import SampleUpstreams

/// How fast pages of GitHub events become items, beside a plain `JSONDecoder` that reads the same fields and forgives nothing.
enum Decoding {
    static func print(_ arguments: Arguments) async throws {
        guard arguments.wants("decoding") else { return }
        let page = try await samplePage()
        let gitHub = GitHub(transport: Canned(body: page))
        guard let repository = RepositoryName("octo-sample/harbor") else { return }
        let megabytes = Double(page.count) / 1e6
        Swift.print(
            "\n| decoding a page of 100 GitHub events | contender              | ms median |    MB/s |\n|-|-|-:|-:|")
        let contenders: [(name: String, body: () async throws -> Int)] = [
            (
                "GitFeed",
                {
                    guard case .modified(let page) = try await gitHub.events(of: repository, perPage: 100).value else {
                        return 0
                    }
                    return page.events.count
                }
            ),
            ("JSONDecoder", { try JSONDecoder().decode([PlainEvent].self, from: page).count }),
            ("JSONSerialization", { (try JSONSerialization.jsonObject(with: page) as? [Any])?.count ?? 0 }),
        ]
        let repetitions = arguments.isQuick ? 1 : 10
        var times = contenders.map { _ in [Double]() }
        for round in 0...arguments.measuring.rounds {
            for (index, contender) in contenders.enumerated() {
                let start = ContinuousClock.now
                for _ in 0..<repetitions {
                    let count = try await contender.body()
                    precondition(count == 100, "\(contender.name) read \(count) of 100 events")
                }
                let time = (ContinuousClock.now - start).nanoseconds / 1e6 / Double(repetitions)
                if round > 0 { times[index].append(time) }
            }
        }
        for (contender, times) in zip(contenders, times) {
            let cells = [times.median, megabytes / times.median * 1000].map(Table.number)
            Swift.print("| \(Table.number(megabytes * 1000)) kB | \(contender.name) | \(cells[0]) | \(cells[1]) |")
        }
    }

    private static func samplePage() async throws -> Data {
        let upstreams = try await SampleUpstreams.start()
        let client = HTTPClient()
        let url = upstreams.gitHubURL.appending(path: "repos/octo-sample/harbor/events")
            .appending(queryItems: [URLQueryItem(name: "per_page", value: "100")])
        let reply = try await client.response(for: HTTPRequest(get: url)).value
        await client.shutdown()
        await upstreams.stop()
        return reply.body
    }
}

/// Answers each request with the same page.
private struct Canned: HTTPTransport {
    let body: Data

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        guard let url = request.url else { return .error(HTTPError.invalidURL("")) }
        return .just(HTTPReply(request: request, url: url, status: .ok, headers: [:], body: body))
    }
}

/// What GitFeed shows of an event, for the compiler's own decoding.
private struct PlainEvent: Decodable {
    struct Actor: Decodable {
        let login: String
        let avatar_url: String?
    }

    struct Repository: Decodable {
        let name: String
    }

    struct Subject: Decodable {
        let number: Int?
        let title: String?
        let html_url: String?
    }

    struct Payload: Decodable {
        let action: String?
        let ref: String?
        let ref_type: String?
        let issue: Subject?
        let pull_request: Subject?
    }

    let id: String
    let type: String
    let actor: Actor
    let repo: Repository
    let payload: Payload
    let created_at: String
}
