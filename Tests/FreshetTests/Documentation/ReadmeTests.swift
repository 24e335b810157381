import Dispatch
import Foundation
import Freshet
import FreshetTest
import Testing

/// The example of README.md, compiled. The lines between the two markers must match it.
private enum Shown {
    static func search(_ text: String) -> Observable<[String]> { .just([text]) }

    @MainActor static func use() async throws {
        // README begins
        let query = PublishSubject<String>()
        let bag = DisposeBag()

        query
            .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
            .distinctUntilChanged()
            .flatMapLatest { text in search(text).catchAndReturn([]) }
            .subscribe(onNext: { results in print(results) })
            .disposed(by: bag)

        for try await results in query.flatMapLatest(search).values(buffering: .newest(1)) {
            print(results)
        }
        // README ends
    }
}

@Suite("README") struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func lines(of path: String) throws -> [String] {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("The README's example compiles") func compiles() throws {
        let compiled = try lines(of: "Tests/FreshetTests/Documentation/ReadmeTests.swift")
            .drop { $0 != "// README begins" }.dropFirst().prefix { $0 != "// README ends" }
        let readme = try lines(of: "README.md").drop { $0 != "import Freshet" }.dropFirst().prefix { $0 != "```" }
        #expect(Array(readme) == Array(compiled) && readme.count > 10)
    }

    @Test("The README's marble test passes") func marbles() throws {
        #expect(TestScheduler.marbles { $0.cold("a-b|").map { $0.uppercased() } } == "A-B|")
        let readme = try lines(of: "README.md")
        #expect(
            readme.contains {
                $0.contains("#expect(TestScheduler.marbles { $0.cold(\"a-b|\").map { $0.uppercased() } } == \"A-B|\")")
            })
    }
}
