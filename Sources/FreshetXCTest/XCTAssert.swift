public import Freshet
public import FreshetTest
import XCTest

/// Asserts that two lists of events are equal; see ``/Freshet/Event`` for the equality of events.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Event<Element>], _ rhs: [Event<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    report(lhs == rhs, lhs, rhs, file, line)
}

/// Asserts that two lists of single outcomes are equal.
///
/// Errors are equal if they have the same type and description.
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

/// Asserts that two lists of maybe outcomes are equal.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [MaybeEvent<Element>], _ rhs: [MaybeEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    report(lhs == rhs, lhs, rhs, file, line)
}

/// Asserts that two lists of completable outcomes are equal.
public func XCTAssertEqual(
    _ lhs: [CompletableEvent], _ rhs: [CompletableEvent], file: StaticString = #filePath, line: UInt = #line
) {
    report(lhs == rhs, lhs, rhs, file, line)
}

/// Asserts that two recordings are equal; a failure shows both as marbles, aligned by tick.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element>>], _ rhs: [Recorded<Event<Element>>], file: StaticString = #filePath,
    line: UInt = #line
) {
    if lhs != rhs { XCTFail(difference(lhs, rhs), file: file, line: line) }
}

/// Asserts that two recordings are equal; a failure shows both as marbles, aligned by tick.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element?>>], _ rhs: [Recorded<Event<Element?>>], file: StaticString = #filePath,
    line: UInt = #line
) {
    if lhs != rhs { XCTFail(difference(lhs, rhs), file: file, line: line) }
}

/// Asserts that a recording has these elements, at any time; fails if the stream failed.
public func XCTAssertRecordedElements<Element: Equatable>(
    _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath, line: UInt = #line
) {
    if let error = stream.lazy.compactMap(\.value.error).first {
        XCTFail("The stream failed: \(error)", file: file, line: line)
    }
    XCTAssertEqual(stream.compactMap(\.value.element), elements, file: file, line: line)
}

private func report<Value>(_ holds: Bool, _ lhs: Value, _ rhs: Value, _ file: StaticString, _ line: UInt) {
    if !holds { XCTFail("\(lhs) is not equal to \(rhs)", file: file, line: line) }
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
