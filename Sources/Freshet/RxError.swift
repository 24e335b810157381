/// The errors that streams themselves raise, with RxSwift's names.
public enum RxError: Error, CustomDebugStringConvertible {
    /// Kept for code written for RxSwift; Freshet never raises it.
    case unknown
    /// The object was used after it had been disposed.
    case disposed(object: any AnyObject & Sendable)
    /// An arithmetic result did not fit.
    case overflow
    /// An argument was outside its permitted range.
    case argumentOutOfRange
    /// The stream ended without the element that was asked for.
    case noElements
    /// The stream delivered more than the one element that was asked for.
    case moreThanOneElement
    /// No event came within the permitted time.
    case timeout

    /// A sentence that says what happened.
    public var debugDescription: String {
        switch self {
        case .unknown: "An unspecified error occurred."
        case .disposed(let object): "\(type(of: object)) was used after it had been disposed."
        case .overflow: "An arithmetic result did not fit."
        case .argumentOutOfRange: "An argument was outside its permitted range."
        case .noElements: "The stream ended without an element."
        case .moreThanOneElement: "The stream delivered more than one element."
        case .timeout: "No event came within the permitted time."
        }
    }
}

extension RxError {
    /// ``disposed(object:)`` of a subject, also of one whose elements are not Sendable.
    static func disposed(_ subject: AnyObject) -> RxError {
        // Safe: the receiver learns the object's identity and type. A subject's own state is guarded; the cast back to a subject is the receiver's promise.
        .disposed(object: unsafeBitCast(subject, to: (any AnyObject & Sendable).self))
    }
}
