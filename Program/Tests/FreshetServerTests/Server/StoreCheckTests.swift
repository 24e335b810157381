import FeedStore
import Foundation
import Logging
import Testing

@testable import FreshetServer

@Suite("A store that can't be checked") struct StoreCheckTests {
    @Test("is logged once until it can be checked again")
    func logged() async throws {
        try await SampledEnvironment.run { scene in
            let log = WarningLog()
            let context = AccountContexts(
                scene.environment, FreshetServer.Configuration(port: 0, version: "1", gracePeriod: .seconds(30)), nil,
                TrustedProxies([], publicURL: nil), Logger(label: "test") { _ in log })
            context.begin()
            #expect(log.warnings.isEmpty)
            let file = scene.folder.appending(path: "freshet.sqlite"), aside = scene.folder.appending(path: "aside")
            try FileManager.default.moveItem(at: file, to: aside)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            for _ in 0..<3 { context.begin() }
            #expect(log.warnings.count == 1)
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: aside, to: file)
            context.begin()
            try FileManager.default.moveItem(at: file, to: aside)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            context.begin()
            #expect(log.warnings.count == 2)
        }
    }
}
