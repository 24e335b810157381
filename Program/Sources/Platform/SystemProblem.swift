/// The reason for an operation's refusal by the operating system, in words for readers.
package enum SystemProblem: Sendable, Hashable, CustomStringConvertible {
    /// Another program uses the address.
    case portInUse
    /// This computer doesn't have the address.
    case unknownAddress
    /// Permission denied.
    case permissionDenied
    /// A file or folder doesn't exist.
    case notFound
    /// A file is where a folder was expected, or the reverse.
    case wrongKind
    /// The disk or the user's quota is full.
    case diskFull
    /// A file has reached the largest size that the process or the file system allows.
    case fileTooLarge
    /// The file system is read-only.
    case readOnly
    /// The process has too many open files.
    case tooManyFiles
    /// An I/O error.
    case inputOutput
    /// The name is longer than the file system allows.
    case nameTooLong
    /// Another problem, in the system's words.
    case other(String)

    /// The problem of an `errno`.
    package init(errno code: Int32) {
        switch code {
        case EADDRINUSE: self = .portInUse
        case EADDRNOTAVAIL: self = .unknownAddress
        case EACCES, EPERM: self = .permissionDenied
        case ENOENT: self = .notFound
        case ENOTDIR, EISDIR, EEXIST: self = .wrongKind
        case ENOSPC, EDQUOT: self = .diskFull
        case EFBIG: self = .fileTooLarge
        case EROFS: self = .readOnly
        case EMFILE, ENFILE: self = .tooManyFiles
        case EIO: self = .inputOutput
        case ENAMETOOLONG: self = .nameTooLong
        default: self = .other(String(cString: strerror(code)).lowercasedFirst)
        }
    }

    /// The cause of an error of Foundation or the system; nil for other errors.
    package init?(_ error: any Error) {
        switch error {
        case let error as POSIXError: self.init(errno: error.code.rawValue)
        case let error as CocoaError:
            if let cause = error.underlying as? POSIXError {
                self.init(errno: cause.code.rawValue)
            } else {
                self.init(cocoa: error)
            }
        default: return nil
        }
    }

    private init(cocoa error: CocoaError) {
        switch error.code {
        case .fileReadNoPermission, .fileWriteNoPermission: self = .permissionDenied
        case .fileNoSuchFile, .fileReadNoSuchFile: self = .notFound
        case .fileWriteFileExists: self = .wrongKind
        case .fileWriteOutOfSpace: self = .diskFull
        case .fileWriteVolumeReadOnly: self = .readOnly
        case .fileReadInvalidFileName, .fileWriteInvalidFileName: self = .nameTooLong
        default: self = .other("file error \(error.code.rawValue)")
        }
    }

    /// A clause such as `permission denied`, without a period.
    package var description: String {
        switch self {
        case .portInUse: "another program uses the port"
        case .unknownAddress: "this computer doesn't have that address"
        case .permissionDenied: "permission denied"
        case .notFound: "no such file or folder"
        case .wrongKind: "a file is in its place"
        case .diskFull: "the disk is full"
        case .fileTooLarge: "the file has reached its size limit"
        case .readOnly: "the file system is read-only"
        case .tooManyFiles: "too many files are open"
        case .inputOutput: "the disk reported an error"
        case .nameTooLong: "the name is too long"
        case .other(let words): words
        }
    }
}

extension String {
    /// "Broken pipe" within a sentence.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

/// The reason for a server's failure to listen, with the option of its command that helps.
package struct ListenFailure {
    /// A sentence about the cause, and one about what to do.
    package let message: String

    /// The failure of a server on that host and port.
    ///
    /// - Parameter problem: what the error means; nil if that is unknown.
    package init(_ problem: SystemProblem?, _ error: any Error, host: String, port: Int) {
        switch problem {
        case .portInUse:
            message = "Another program uses port \(port) on \(host). Quit it, or choose another port with --port."
        case .permissionDenied:
            message = "You don't have permission to listen on port \(port). Choose port 1024 or higher with --port."
        case .unknownAddress:
            message = "This computer doesn't have the address \(host). Choose another with --host."
        case let problem:
            let cause = problem?.description ?? String(describing: error)
            message = "The server on \(host):\(port) failed (\(cause)). Try again, or choose another port with --port."
        }
    }
}
