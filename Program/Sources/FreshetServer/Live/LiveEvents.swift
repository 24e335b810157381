import Dispatch
import Feeds
import Freshet
import NIOCore

/// The events for a live feed's newest frame, made once and shared by all clients.
protocol LiveEvents: Sendable {
    /// The epoch of the live feed.
    var epoch: String { get }

    /// True if it has items and differs from the previous view only in the progress of a refresh.
    var isProgress: Bool { get }

    /// The event that leads a client from the frame it has (nil: none) to the newest one; nil if there is nothing to send.
    func event(after number: Int?) -> (number: Int, bytes: ByteBuffer)?
}

extension ObservableType where Element: LiveEvents {
    /// Delays views of progress by 250 ms, and drops those that are outdated by then: most refreshes end sooner, and thousands of clients
    /// get one event instead of several.
    func delayingProgress(_ scheduler: any SchedulerType) -> Observable<any LiveEvents> {
        flatMapLatest { view -> Observable<any LiveEvents> in
            if !view.isProgress { return .just(view) }
            return Observable<Int>.timer(.milliseconds(250), scheduler: scheduler).map { _ in view }
        }
    }
}

/// One state of a live feed.
struct Frame: Sendable {
    /// The id of the event that brings it.
    let id: EventID
    /// The state.
    let state: FeedState
    /// The properties that all pages shared at that time.
    let site: PageContext
    /// True if a refresh has ended since the live feed was connected.
    let hasSettled: Bool

    /// The frame with another state.
    @Sendable func with(_ state: FeedState) -> Frame {
        Frame(id: id, state: state, site: site, hasSettled: hasSettled)
    }
}
