/// The response to a conditional request (RFC 9110, 13).
package enum Conditional<Value> {
    /// A new version.
    case modified(Value)
    /// 304: the known version is current.
    case notModified

    /// The same with the value transformed. Rethrows errors of `transform`.
    package func map<Result>(_ transform: (Value) throws -> Result) rethrows -> Conditional<Result> {
        switch self {
        case .modified(let value): .modified(try transform(value))
        case .notModified: .notModified
        }
    }
}

extension Conditional: Sendable where Value: Sendable {}
extension Conditional: Equatable where Value: Equatable {}
