/// Why a server couldn't listen, and which option of its command helps.
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
