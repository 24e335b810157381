import Foundation
import Hummingbird
import Logging
import NIOCore

/// The least that a server built on Hummingbird can do: one route that returns the bytes of a file.
///
/// `bare-server FILE TYPE PORT`; prints a line when it listens. `Program/Scripts/benchmark-server.py` measures the page beside it.
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let port = Int(arguments[3]) else {
            return print("usage: bare-server FILE TYPE PORT")
        }
        let bytes = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: arguments[1])))
        let type = arguments[2]
        let router = Router()
        router.get("page") { _, _ in
            Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: bytes))
        }
        var logger = Logger(label: "bare")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { _ in
                print("listening")
                fflush(nil)
            }, logger: logger)
        try await application.runService()
    }
}
