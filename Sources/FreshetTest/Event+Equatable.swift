public import Freshet

/// Returns whether two errors have the same type and description.
private func areSame(_ lhs: any Error, _ rhs: any Error) -> Bool {
    type(of: lhs) == type(of: rhs) && String(reflecting: lhs) == String(reflecting: rhs)
}

extension Event: Equatable where Element: Equatable {
    /// Returns whether two events are of the same kind with equal content.
    ///
    /// Elements are compared with `==`. Errors are equal if they have the same type and description.
    public static func == (lhs: Event<Element>, rhs: Event<Element>) -> Bool {
        switch (lhs, rhs) {
        case (.next(let lhs), .next(let rhs)): lhs == rhs
        case (.error(let lhs), .error(let rhs)): areSame(lhs, rhs)
        case (.completed, .completed): true
        default: false
        }
    }
}

extension MaybeEvent: Equatable where Element: Equatable {
    /// Returns whether two events are of the same kind with equal content.
    ///
    /// Elements are compared with `==`. Errors are equal if they have the same type and description.
    public static func == (lhs: MaybeEvent<Element>, rhs: MaybeEvent<Element>) -> Bool {
        switch (lhs, rhs) {
        case (.success(let lhs), .success(let rhs)): lhs == rhs
        case (.error(let lhs), .error(let rhs)): areSame(lhs, rhs)
        case (.completed, .completed): true
        default: false
        }
    }
}

extension CompletableEvent: Equatable {
    /// Returns whether both are completions, or errors with the same type and description.
    public static func == (lhs: CompletableEvent, rhs: CompletableEvent) -> Bool {
        switch (lhs, rhs) {
        case (.error(let lhs), .error(let rhs)): areSame(lhs, rhs)
        case (.completed, .completed): true
        default: false
        }
    }
}
