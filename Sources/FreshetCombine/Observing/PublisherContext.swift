import Freshet

/// Runs calls to a publisher on the actor to which the publisher's closures may be isolated.
struct PublisherContext: Sendable {
    let actor: (any Actor)?

    /// Runs `body` on the actor: immediately without an actor or on the main thread, otherwise asynchronously.
    func perform(_ body: @escaping @Sendable () -> Void) {
        guard let actor else { return body() }
        if actor === MainActor.shared {
            _ = ConcurrentMainScheduler.instance.schedule(()) {
                body()
                return Disposables.create()
            }
        } else {
            Task { await Self.run(body, on: actor) }
        }
    }

    private static func run(_ body: @Sendable () -> Void, on actor: isolated any Actor) { body() }
}
