import FeedStore
import Foundation
import Logging
import Testing

@testable import FreshetServer

@Suite("A store that can't be checked") struct StoreCheckTests {
    @Test("A store that can't be checked is logged once until it can be checked again")
    func logged() async throws {
        try await SampledEnvironment.run { scene in
            let log = WarningLog()
            let context = AccountContexts(
                scene.environment, ServerOptions(port: 0, version: "1", gracePeriod: .seconds(30)), nil,
                TrustedProxies([], publicURL: nil), Logger(label: "test") { _ in log })
            context.begin()
            #expect(log.warnings.isEmpty)
            try scene.hideStore()
            for _ in 0..<3 { context.begin() }
            #expect(log.warnings.count == 1)
            try scene.restoreStore()
            context.begin()
            try scene.hideStore()
            context.begin()
            #expect(log.warnings.count == 2)
        }
    }
}
