/// How a stream ends, without the type of its elements.
enum Termination: Sendable {
    case completed
    case error(any Error)
}

extension Sink {
    /// Delivers the terminal event.
    final func finish(_ end: Termination) {
        switch end {
        case .completed: completed()
        case .error(let error): self.error(error)
        }
    }
}
