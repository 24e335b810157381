/// How a stream ends, without the type of its elements.
enum Termination: Sendable {
    case completed
    case error(any Error)

    /// The same as an event of a stream.
    func event<Element>() -> Event<Element> {
        switch self {
        case .completed: .completed
        case .error(let error): .error(error)
        }
    }
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
