import Freshet
import Synchronization

/// The views of a live feed for each choice among its items, shared by the clients with the same choice.
final class ChosenViews<Choice: Hashable & Sendable>: Sendable {
    /// The maximum number of choices that are shared. Choices can have any text, so their number has no other bound.
    private let maximum = 32

    private let make: @Sendable (Choice) -> Observable<any LiveView>
    // Requests on many threads share the streams.
    private let made = Mutex<[Choice: Observable<any LiveView>]>([:])

    init(_ make: @escaping @Sendable (Choice) -> Observable<any LiveView>) { self.make = make }

    /// The views of the chosen items.
    func views(of choice: Choice) -> Observable<any LiveView> {
        if let known = made.withLock({ $0[choice] }) { return known }
        let views = make(choice)
        return made.withLock { made in
            if let known = made[choice] { return known }
            // The clients of dropped streams keep them.
            if made.count >= maximum { made = [:] }
            made[choice] = views
            return views
        }
    }
}
