/// A terminal event, independent of the element type.
enum Termination: Sendable {
    case completed
    case error(any Error)

    /// Returns the terminal event as an ``Event``.
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
