import Feeds
import ServiceLifecycle

/// What happens once a second: feeds that nobody looks at are let go, changes by other processes are noticed, and clients hear a heartbeat.
struct Pulse: Service {
    /// Every so many seconds something is sent to every client, so that both sides notice when the other one is gone.
    private static let heartbeat = 15

    let backstage: Backstage

    func run() async throws {
        let backstage = backstage
        // The end of the server is no failure.
        try? await cancelWhenGracefulShutdown {
            var turn = 0
            while !Task.isCancelled {
                await backstage.recheck()
                backstage.channels.letGo()
                if turn % Self.heartbeat == Self.heartbeat - 1 {
                    for channel in backstage.channels.all { for client in channel.beat() { client.end() } }
                }
                turn += 1
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
