import Freshet
import Testing

/// Expects that an event queued by another thread during a delivery precedes the observer's re-entrant event.
/// ```
/// delivering thread                       another thread
/// sends 0; the observer receives 0
///                                         sends 1, which is queued; the call returns
/// the observer sends the reaction
/// ```
/// `other` sends from the other thread, `react` sends the reaction; both reach `stream`.
func expectCausalOrder(
    of stream: Observable<Int>, reaction: Event<Int>, sourceLocation: SourceLocation = #_sourceLocation,
    first: AnyObserver<Int>, other: AnyObserver<Int>, react: @escaping @Sendable (Event<Int>) -> Void
) {
    let log = Log<Event<Int>>()
    let subscription = stream.subscribe { event in
        log(event)
        guard event.element == 0 else { return }
        #expect(
            onAnotherThread { other.onNext(1) }, "The other thread must not be blocked.", sourceLocation: sourceLocation
        )
        react(reaction)
    }
    first.onNext(0)
    #expect(log.entries == [.next(0), .next(1), reaction], sourceLocation: sourceLocation)
    subscription.dispose()
}

/// The events that an observer may send re-entrantly.
let reactions: [Event<Int>] = [.next(2), .completed, .error(Oops())]
