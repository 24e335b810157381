/// The errors that streams raise, under RxSwift's names.
public enum RxError: Error, CustomDebugStringConvertible {
    /// Exists for source compatibility with RxSwift; Freshet never raises it.
    case unknown
    /// The object was used after its disposal.
    case disposed(object: any AnyObject & Sendable)
    /// An arithmetic operation overflowed.
    case overflow
    /// An argument was out of range.
    case argumentOutOfRange
    /// The stream completed without the requested element.
    case noElements
    /// The stream delivered more than one element where exactly one was requested.
    case moreThanOneElement
    /// No event arrived before the timeout.
    case timeout

    /// A sentence that describes the error.
    public var debugDescription: String {
        switch self {
        case .unknown: "An unspecified error occurred."
        case .disposed(let object): "\(type(of: object)) was used after its disposal."
        case .overflow: "An arithmetic operation overflowed."
        case .argumentOutOfRange: "An argument is out of range."
        case .noElements: "The stream completed without an element."
        case .moreThanOneElement: "The stream delivered more than one element."
        case .timeout: "No event arrived before the timeout."
        }
    }
}

extension RxError {
    /// Returns ``disposed(object:)`` for a subject, including a subject whose elements aren't `Sendable`.
    static func disposed(_ subject: AnyObject) -> RxError {
        // Safe: the error exposes the object's identity and type. A subject guards its state; casting the object back
        // to a subject is the receiver's responsibility.
        .disposed(object: unsafeBitCast(subject, to: (any AnyObject & Sendable).self))
    }
}
