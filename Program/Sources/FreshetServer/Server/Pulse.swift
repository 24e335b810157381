import Feeds
import ServiceLifecycle

/// What happens once a second: feeds that nobody looks at are let go, changes by other processes are noticed, and clients hear a heartbeat.
struct Pulse: Service {
    let backstage: Backstage

    func run() async throws {
        let backstage = backstage
        // The end of the server is no failure.
        try? await cancelWhenGracefulShutdown {
            var turn = 0
            while !Task.isCancelled {
                await backstage.recheck()
                backstage.channels.letGo()
                turn += 1
                if turn % backstage.configuration.heartbeat == 0 {
                    for channel in backstage.channels.all { channel.beat(turn) }
                }
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
