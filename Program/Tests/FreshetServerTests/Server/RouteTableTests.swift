import Catalog
import FeedStore
import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import FreshetServer

@Suite("The table of routes") struct RouteTableTests {
    /// The rows that any server answers, without variables in their paths.
    private static let fixed = Route.all.filter { $0.path.fixed != nil }

    @Test("The table of routes has one row for each path")
    func paths() {
        let paths = Route.all.map(\.path.text)
        #expect(paths.count == Set(paths).count && paths.count > 50)
        #expect(Route.fixed.count == Self.fixed.count && Route.fixed.count + Route.variable.count == paths.count)
        for route in Self.fixed {
            #expect(Target(route.path.text).flatMap { RouteMatch($0, .all) }?.route.path.text == route.path.text)
        }
    }

    @Test("The table of routes has one documented operation for each method")
    func operations() {
        for route in Route.all {
            #expect(route.methods.count == Set(route.methods).count && !route.methods.isEmpty)
            for operation in route.operations {
                #expect(!operation.summary.isEmpty, "\(route.path.text)")
                guard operation.id != nil else { continue }
                let variables = operation.parameters?.filter { $0.place == .path }.map(\.name) ?? []
                #expect(variables == route.path.variables, "\(route.path.text)")
            }
        }
    }

    @Test("The table of routes hides the secrets of addresses in logs")
    func secrets() throws {
        #expect(Route.secretRoots == ["feeds", "websub", "confirm", "reset", "invitation"])
        for route in Route.all where route.path.variables.contains("secret") {
            let path = route.path.text.replacing("{secret}", with: "hidden").replacing(".{format}", with: ".atom")
            #expect(try #require(Target(path)).shownPath.contains("hidden") == false, "\(path)")
        }
    }

    @Test("The table of routes decides which methods are allowed")
    func methods() async throws {
        try await RunningServer.run { server in
            #expect(!Self.fixed.isEmpty)
            for route in Self.fixed {
                let allowed = route.methods.map(\.rawValue)
                for method in ["PATCH"] + ["GET", "POST"].filter({ !allowed.contains($0) }) {
                    let reply = await server.ask(route.path.text, method)
                    #expect(reply.status == 405, "\(method) \(route.path.text)")
                    #expect(reply.headers["allow"] == allowed.joined(separator: ", "), "\(route.path.text)")
                }
            }
        }
    }

    @Test("The table of routes decides which parameters are known")
    func parameters() async throws {
        try await RunningServer.run { server in
            var count = 0
            for route in Self.fixed where !route.isOpen {
                guard let operation = route.operation(.get) else { continue }
                let reply = await server.ask(route.path.text + "?unknown=1", "GET", ["Accept": "application/json"])
                let detail = reply.json["detail"] as? String ?? ""
                guard let names = operation.queryNames else {
                    #expect(reply.status == 200, "\(route.path.text)")
                    continue
                }
                count += 1
                #expect(reply.status == 400 && detail.contains("“unknown”"), "\(route.path.text)")
                #expect(detail.contains(names.isEmpty ? "It has no parameters." : names.joined(separator: ", ")))
            }
            #expect(count > 15)
        }
    }

    @Test("The table of routes decides how large a body may be")
    func bodies() async throws {
        try await RunningServer.run { server in
            let routes = Self.fixed.filter { $0.methods.contains(.post) }
            #expect(routes.count > 10)
            // Together, since each connection stays open for a while after its refusal.
            await withTaskGroup(of: Void.self) { group in
                for route in routes {
                    group.addTask {
                        // The body never arrives.
                        let headers = ["Content-Length": String(route.largestBody + 1), "Accept": "application/json"]
                        let reply = await server.ask(route.path.text, "POST", headers)
                        #expect(reply.status == 413, "\(route.path.text)")
                        #expect(reply.text.contains("Send at most \(route.largestBody) bytes."), "\(route.path.text)")
                    }
                }
            }
        }
    }

    @Test("The table of routes decides how much of a body without a length is read before a refusal")
    func chunks() async throws {
        try await RunningServer.run { server in
            let chunk = "186a0\r\n" + String(repeating: "x", count: 100_000) + "\r\n"
            let route = try #require(Target("/following").flatMap { RouteMatch($0, .all) }?.route)
            #expect(route.largestBody > Route.usualBody)
            let client = Wire(server.port)
            client.send("POST /following HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n")
            client.send("Content-Type: application/x-www-form-urlencoded\r\n\r\n")
            for _ in 0...route.largestBody / 100_000 { client.send(chunk) }
            #expect(await client.readToEnd() && Reply(client.heard).status == 413)
        }
    }

    @Test("The table of routes decides what members and the kinds of app passwords open")
    func access() async throws {
        try await SharedServer.run { shared in
            let store = try shared.environment("otto").store
            let now = shared.server.scene.environment.now()
            let reader = "Bearer \(try store.issueAppPassword(named: "Reader", at: now).text)"
            let everything = "Bearer \(try store.issueAppPassword(named: "All", scope: .everything, at: now).text)"
            let cookie = try await shared.signIn("otto")
            #expect(!Self.fixed.isEmpty)
            for route in Self.fixed where !route.isOpen {
                #expect(!route.methods.isEmpty)
                let path = route.path.text
                let isPage = route.kind == .page || route.kind == .other
                // Changes for browsers end sessions, or refuse a form for another reason.
                for method in route.methods where method == .get || method == .post && route.access != .browsers {
                    let isRead = method == .get
                    func status(_ headers: [String: String]) async -> Int {
                        await shared.server.ask(
                            path, method.rawValue, headers.merging(["Accept": "application/json"]) { $1 }
                        ).status
                    }
                    #expect(await status([:]) == 401, "\(method) \(path)")
                    // Pages for administrators' browsers: no password of a program opens them.
                    let isOthers = route.isForAdministrators || path == "/accounts"
                    #expect((await status(["Cookie": cookie]) == 403) == isOthers, "\(method) \(path)")
                    let isClosed = isOthers || route.access == .browsers || isRead && isPage
                    #expect((await status(["Authorization": everything]) == 403) == isClosed, "\(method) \(path)")
                    let isReaders = route.access == .readerApps && !isClosed
                    #expect((await status(["Authorization": reader]) == 403) == !isReaders, "\(method) \(path)")
                }
            }
        }
    }
}
