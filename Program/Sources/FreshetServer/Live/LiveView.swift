import Dispatch
import Freshet
import NIOCore

/// The events for a live feed's newest frame, made once and shared by all clients.
protocol LiveView: Sendable {
    /// The epoch of the live feed.
    var epoch: String { get }

    /// Whether it has items, and differs from the view before only in the progress of a refresh.
    var isProgress: Bool { get }

    /// The event that leads a client from the frame it has (nil: none) to the newest one; nil if there is nothing to send.
    func event(after number: Int?) -> (number: Int, bytes: ByteBuffer)?
}

extension ObservableType where Element: LiveView {
    /// Delays views of progress by 250 ms, and drops those that are outdated by then: most refreshes end sooner, and thousands of clients
    /// get one event instead of several.
    func delayingProgress(_ scheduler: any SchedulerType) -> Observable<any LiveView> {
        flatMapLatest { view -> Observable<any LiveView> in
            if !view.isProgress { return .just(view) }
            return Observable<Int>.timer(.milliseconds(250), scheduler: scheduler).map { _ in view }
        }
    }
}
