import Freshet
import FreshetTest

/// An operator's result for a drawn source, and the times of its subscriptions to the source.
struct Trial: Sendable {
    let result: Marbles
    let subscriptions: [Subscription]

    /// Runs an operator on a hot source, with events at the ticks of the drawing.
    static func hot<Output: ObservableConvertibleType>(
        _ drawing: Marbles, disposed: TestTime = 1000,
        _ op: @escaping @Sendable (Observable<String>, TestScheduler) -> Output
    ) -> Trial where Output.Element: LosslessStringConvertible {
        run(disposed, { $0.hot(drawing) }, op)
    }

    /// Runs an operator on a cold source, with the ticks relative to each subscription.
    static func cold<Output: ObservableConvertibleType>(
        _ drawing: Marbles, disposed: TestTime = 1000,
        _ op: @escaping @Sendable (Observable<String>, TestScheduler) -> Output
    ) -> Trial where Output.Element: LosslessStringConvertible {
        run(disposed, { $0.cold(drawing) }, op)
    }

    private static func run<Output: ObservableConvertibleType>(
        _ disposed: TestTime, _ makeSource: @escaping @Sendable (TestScheduler) -> TestableObservable<String>,
        _ op: @escaping @Sendable (Observable<String>, TestScheduler) -> Output
    ) -> Trial where Output.Element: LosslessStringConvertible {
        let source = Box<TestableObservable<String>?>(nil)
        let result = TestScheduler.marbles(disposed: disposed) { scheduler in
            let made = makeSource(scheduler)
            source.value = made
            return op(made.asObservable(), scheduler)
        }
        return Trial(result: result, subscriptions: source.value?.subscriptions ?? [])
    }
}

struct Oops: Error, Equatable {}
