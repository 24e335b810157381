public import Freshet
public import FreshetTest
import XCTest

/// Compares events; see ``/Freshet/Event`` for when two of them are equal.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Event<Element>], _ rhs: [Event<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    report(lhs == rhs, lhs, rhs, file, line)
}

/// Compares the outcomes of singles: equal elements, or errors of one type that print the same.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [SingleEvent<Element>], _ rhs: [SingleEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    func events(_ outcomes: [SingleEvent<Element>]) -> [Event<Element>] {
        outcomes.map { outcome in
            switch outcome {
            case .success(let element): .next(element)
            case .failure(let error): .error(error)
            }
        }
    }
    report(events(lhs) == events(rhs), lhs, rhs, file, line)
}

/// Compares the outcomes of maybes.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [MaybeEvent<Element>], _ rhs: [MaybeEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    report(lhs == rhs, lhs, rhs, file, line)
}

/// Compares the outcomes of completables.
public func XCTAssertEqual(
    _ lhs: [CompletableEvent], _ rhs: [CompletableEvent], file: StaticString = #filePath, line: UInt = #line
) {
    report(lhs == rhs, lhs, rhs, file, line)
}

/// Compares what was recorded; a failure shows both as marbles, tick under tick.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element>>], _ rhs: [Recorded<Event<Element>>], file: StaticString = #filePath,
    line: UInt = #line
) {
    if lhs != rhs { XCTFail(difference(lhs, rhs), file: file, line: line) }
}

/// Compares what was recorded; a failure shows both as marbles, tick under tick.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element?>>], _ rhs: [Recorded<Event<Element?>>], file: StaticString = #filePath,
    line: UInt = #line
) {
    if lhs != rhs { XCTFail(difference(lhs, rhs), file: file, line: line) }
}

/// Compares the elements of what was recorded, whenever they came, with `elements`; fails if the stream did.
public func XCTAssertRecordedElements<Element: Equatable>(
    _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath, line: UInt = #line
) {
    if let error = stream.lazy.compactMap(\.value.error).first {
        XCTFail("The stream has failed: \(error)", file: file, line: line)
    }
    XCTAssertEqual(stream.compactMap(\.value.element), elements, file: file, line: line)
}

private func report<Value>(_ holds: Bool, _ lhs: Value, _ rhs: Value, _ file: StaticString, _ line: UInt) {
    if !holds { XCTFail("\(lhs) is not \(rhs)", file: file, line: line) }
}

private func difference<Element>(_ lhs: [Recorded<Event<Element>>], _ rhs: [Recorded<Event<Element>>]) -> String {
    func marbles(_ events: [Recorded<Event<Element>>]) -> Marbles {
        let first = min(lhs.first?.time ?? 0, rhs.first?.time ?? 0)
        return Marbles(
            events.map { Recorded(time: $0.time, value: $0.value.map { "\($0)" }) }, from: first)
    }
    let drawn = marbles(lhs).difference(from: marbles(rhs)) ?? ""
    return drawn + "\n\(lhs)\n\(rhs)"
}
