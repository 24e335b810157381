import Synchronization

/// What has happened, in order, whichever threads it happened on.
final class Log<Entry: Sendable>: Sendable {
    private let contents = Mutex<[Entry]>([])

    var entries: [Entry] { contents.withLock { $0 } }
    var count: Int { contents.withLock { $0.count } }

    func callAsFunction(_ entry: Entry) { contents.withLock { $0.append(entry) } }
}

/// A number that several threads count up.
final class Count: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func up() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }

    @discardableResult
    func down() -> Int { number.subtract(1, ordering: .sequentiallyConsistent).newValue }
}

/// A place for what is known later, such as a subscription that an event disposes.
final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
