import FeedStore
import Foundation
import Logging
import Platform
import Testing

@testable import FreshetServer

@Suite("The log") struct RequestLogTests {
    private func line(_ message: String, _ metadata: Logger.Metadata) -> LogLine {
        LogLine(
            LogEvent(
                level: .warning, message: "\(message)", metadata: metadata, source: "FreshetServer", file: "",
                function: "",
                line: 1))
    }

    @Test("The log has a line for each request, with its client, route, account and size")
    func requests() async throws {
        let log = WarningLog(level: .info)
        try await SharedServer.run({ $0.publicURL = "https://feeds.example.org" }, log: log) { shared in
            let cookie = try await shared.signIn("anna")
            let headers = ["Cookie": cookie, "X-Forwarded-For": "198.51.100.1, 192.0.2.7"]
            let reply = await shared.server.ask("/following", "GET", headers)
            _ = await shared.server.ask("/feeds/5ec2e7/unread.atom?token=5ec2e7", "GET", headers)
            let id = try #require(shared.accounts["anna"]).id
            let line = try #require(log.warnings.first { $0.contains("route=/following") })
            #expect(
                line.hasPrefix(
                    "request: client=192.0.2.7 route=/following status=\(reply.status) size=\(reply.body.count) "))
            #expect(line.contains(" accountID=\(id) method=\"GET\" path=\"/following\""))
            let duration = try #require(line.firstMatch(of: #/ duration=([0-9.e-]+) /#))
            #expect(Double(duration.1) ?? -1 >= 0)
            #expect(log.warnings.allSatisfy { !$0.contains("5ec2e7") })
        }
    }

    @Test("The log has only failed requests by default")
    func problems() async throws {
        let log = WarningLog(level: .notice)
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene, log: log)
            _ = await server.ask("/unread")
            #expect(log.warnings.isEmpty)
            try scene.hideStore()
            _ = await server.ask("/api/following")
            try await waits { log.warnings.contains { $0.contains("request failed: client=127.0.0.1 route=/") } }
            try await server.stop()
        }
    }

    @Test("The log in JSON has one object a line, in which everything is escaped")
    func json() throws {
        let text = line(
            "a \"b\"\n\u{1B}[2J",
            ["path": "/é\u{2028}\u{202E}\\", "status": .stringConvertible(200), "duration": .stringConvertible(0.25)]
        ).text(.json, at: Date(timeIntervalSince1970: 1_700_000_000.25))
        #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["message"] as? String == "a \"b\"\n\u{1B}[2J")
        #expect(object["path"] as? String == "/é\u{2028}\u{202E}\\")
        #expect(object["status"] as? Int == 200 && object["duration"] as? Double == 0.25)
        #expect(object["time"] as? String == "2023-11-14T22:13:20.250Z")
        #expect(object["level"] as? String == "warning" && object["source"] as? String == "FreshetServer")
    }

    @Test("The log has times in RFC 3339 with milliseconds, and clients' input last and in quotes")
    func text() {
        let text = line(
            "sign-in refused",
            [
                "account": "eve\" client=1", "client": .stringConvertible("192.0.2.1"),
                "reason": .stringConvertible("wrong"),
            ]
        ).text(.text, at: Date(timeIntervalSince1970: 1_700_000_000.999))
        #expect(
            text
                == "2023-11-14T22:13:20.999Z warning freshet: [FreshetServer] sign-in refused: client=192.0.2.1 reason=wrong account=\"eve' client=1\""
        )
    }
}
