import FreshetHTTP
import WebText

/// Why a server couldn't listen, and which option helps.
struct ListenFailure {
    let message: String

    init(_ error: any Error, host: String, port: Int) {
        switch SystemProblem(network: error) {
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
