import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("Disposing a request")
struct CancellationTests {
    @Test("Disposing a request closes the connection while it waits for the answer, and nothing arrives")
    func closesWhileWaiting() async throws {
        try await withRawServer { _ in
        } _: { server in
            let log = Arrivals<String>()
            let subscription = HTTPClient().rx.response(for: HTTPRequest(get: server.url())).subscribe(
                onSuccess: { _ in log.append("reply") }, onFailure: { log.append("\($0)") })
            try await wait(until: "the server hears the request") { server.heads.count == 1 }
            #expect(server.open == 1)
            subscription.dispose()
            try await wait(until: "the server sees the connection go") { server.open == 0 }
            #expect(server.leftByClient == 1 && log.all.isEmpty)
        }
    }

    @Test("Disposing a request closes the connection in the middle of a body")
    func closesWhileReading() async throws {
        try await withRawServer { connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while connection.send("5\r\nhello\r\n") { usleep(1000) }
        } _: { server in
            let client = HTTPClient()
            let subscription = client.rx.data(for: HTTPRequest(get: server.url())).subscribe()
            try await wait(until: "the server answers") { server.heads.count == 1 }
            subscription.dispose()
            try await wait(until: "the server can send no more") { server.open == 0 }
        }
    }

    @Test("Canceling the task that waits for a request disposes it")
    func followsTasks() async throws {
        try await withRawServer { _ in
        } _: { server in
            let single = HTTPClient().rx.data(for: HTTPRequest(get: server.url()))
            let task = Task { try await single.value }
            try await wait(until: "the server hears the request") { server.heads.count == 1 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await wait(until: "the server sees the connection go") { server.open == 0 }
        }
    }
}
