import Foundation
import Freshet
import FreshetTest
import Testing

// The example of WritingOperators.md, with public declarations only.

// Example
extension ObservableType where Element: Sendable {
    /// Collects elements into arrays. Each array begins with an element that satisfies `isFirst`.
    /// - Ends: with the source, after the last array; fails with an error thrown by `isFirst`.
    /// - Runs on: the source's thread.
    /// - Keeps: the elements of one array, without a bound.
    func chunked(
        before isFirst: @escaping @Sendable (Element) throws -> Bool
    ) -> Observable<[Element]> {
        materialize()
            .scan(into: Chunks<Element>()) { chunks, event in try chunks.receive(event, isFirst) }
            .concatMap { Observable.from($0.ready) }
            .dematerialize()
    }
}

/// The state of one subscription.
private struct Chunks<Element: Sendable>: Sendable {
    private var current: [Element] = []
    /// The events to deliver for the last event of the source.
    private(set) var ready: [Event<[Element]>] = []

    mutating func receive(_ event: Event<Element>, _ isFirst: (Element) throws -> Bool) rethrows {
        ready = []
        switch event {
        case .next(let element):
            if try isFirst(element) { finishChunk() }
            current.append(element)
        case .error(let error):
            ready = [.error(error)]
        case .completed:
            finishChunk()
            ready.append(.completed)
        }
    }

    private mutating func finishChunk() {
        if !current.isEmpty { ready.append(.next(current)) }
        current = []
    }
}

// End of the example
@Suite("WritingOperators.md") struct WritingOperatorsTests {
    private static let file = URL(filePath: #filePath)
    private static let page = file.deletingLastPathComponent()
        .appending(path: "../../../Sources/Freshet/Freshet.docc/WritingOperators.md").standardized

    private let isTen: @Sendable (Int) -> Bool = { $0.isMultiple(of: 10) }

    @Test(
        "WritingOperators.md shows the example as it is tested",
        .enabled(if: FileManager.default.fileExists(atPath: page.path)))
    func shown() throws {
        let code = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(code.range(of: "// Example\n"))
        let end = try #require(code.range(of: "\n// End of the example"))
        let example = code[start.upperBound..<end.lowerBound]
        #expect(try String(contentsOf: Self.page, encoding: .utf8).contains("```swift\n\(example)```"))
    }

    @Test("chunked delivers an array for each first element, and the last one at the end") func delivers() throws {
        let chunks = Observable.of(1, 2, 10, 11, 20).chunked(before: isTen)
        #expect(try chunks.toBlocking().toArray() == [[1, 2], [10, 11], [20]])
        #expect(try Observable<Int>.empty().chunked(before: isTen).toBlocking().toArray() == [])
    }

    @Test("chunked fails with the source, and with its closure") func fails() {
        let failing = Observable.of(1, 10).concat(Observable.error(Oops())).chunked(before: isTen)
        guard case .failed(let elements, let error) = failing.toBlocking().materialize() else {
            Issue.record("The stream completed.")
            return
        }
        #expect(elements == [[1]] && error is Oops)
        #expect(throws: Oops.self) { try Observable.of(1).chunked { _ in throw Oops() }.toBlocking().toArray() }
    }

    @Test("chunked meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.chunked { _ in
                context.token.touch()
                return true
            }
        }
    }

    @Test("chunked pauses the source while a consumer's buffer is full") func demand() async throws {
        let made = Count()
        let numbers = Observable.from(0..<100_000).do(onNext: { _ in made.up() })
        var chunks = numbers.chunked(before: isTen).values(buffering: .suspending(2)).makeAsyncIterator()
        for number in 0..<20 {
            #expect(try await chunks.next() == Array(number * 10..<number * 10 + 10))
            #expect(made.value <= (number + 5) * 10)
        }
    }

    @Test("chunked disposes the source when a consumer has enough") func disposal() {
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        _ = subject.chunked(before: isTen).take(1).subscribe(onNext: { log($0) })
        for number in [1, 10] { subject.onNext(number) }
        #expect(log.entries == [[1]] && !subject.hasObservers)
    }
}
