import FreshetPlatform

/// A thread-safe list of entries.
final class Log<Entry: Sendable>: Sendable {
    private let contents = Mutex<[Entry]>([])

    var entries: [Entry] { contents.withLock { $0 } }
    var count: Int { contents.withLock { $0.count } }

    func callAsFunction(_ entry: Entry) { contents.withLock { $0.append(entry) } }
}

/// A thread-safe counter.
final class Count: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func up() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }

    @discardableResult
    func down() -> Int { number.subtract(1, ordering: .sequentiallyConsistent).newValue }
}

/// A thread-safe variable, such as for a subscription that an event disposes.
final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
