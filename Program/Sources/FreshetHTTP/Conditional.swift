/// The answer to a request that told what is known already (RFC 9110, 13).
public enum Conditional<Value> {
    /// There is something new.
    case modified(Value)
    /// 304: what is known is still right.
    case notModified

    /// The same with the value transformed. Rethrows what `transform` throws.
    public func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Conditional<Result> {
        switch self {
        case .modified(let value): .modified(try transform(value))
        case .notModified: .notModified
        }
    }
}

extension Conditional: Sendable where Value: Sendable {}
extension Conditional: Equatable where Value: Equatable {}
