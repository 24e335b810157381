/// The content of a serial disposable or lifetime: replaceable until the slot is closed.
///
/// Its owner guards it by a mutex, and disposes outside the lock what the functions return.
struct DisposableSlot<Content> {
    private(set) var content: Content?
    private(set) var isClosed = false
    private var wasFilled = false

    /// Stores `content`. Returns the previous content, or `content` if the slot is closed.
    mutating func replace(with content: Content) -> Content? {
        if isClosed { return content }
        defer { self.content = content }
        return self.content
    }

    /// Stores the only content. Returns it if the slot is closed.
    mutating func fill(with content: Content) -> Content? {
        precondition(!wasFilled, "The content of a SingleAssignmentDisposable can be set only once.")
        wasFilled = true
        return replace(with: content)
    }

    /// Empties the slot, which can be filled again.
    mutating func clear() -> Content? { content.take() }

    /// Empties the slot for good.
    mutating func close() -> Content? {
        isClosed = true
        return content.take()
    }
}

extension DisposableSlot: Sendable where Content: Sendable {}
