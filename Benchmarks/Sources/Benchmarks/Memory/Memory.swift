import AllocationCount
import Freshet
import OpenCombine
import Opaque

/// What subscriptions keep in memory: a chain of twelve stages, and subscriptions to it.
enum Memory {
    static func print(_ arguments: Arguments) {
        guard arguments.wants("memory"), allocation_count_is_available() != 0 else { return }
        Swift.print("\n| memory                               | contender      | allocations |   bytes |\n|-|-|-:|-:|")
        printRow("12 stages subscribed", Contender.freshet) {
            let stream = twelveStages(PublishSubject<Int>())
            return { stream.subscribe(onNext: { _ in }) }
        }
        printRow("12 stages subscribed", Contender.openCombine) {
            let stream = twelveStages(PassthroughSubject<Int, Never>())
            return { stream.sink { _ in } }
        }
        printRow("12 stages made and subscribed", Contender.freshet) {
            let subject = PublishSubject<Int>()
            return { twelveStages(subject).subscribe(onNext: { _ in }) }
        }
        printRow("12 stages made and subscribed", Contender.openCombine) {
            let subject = PassthroughSubject<Int, Never>()
            return { twelveStages(subject).sink { _ in } }
        }
        printRow("12 closures made", Contender.loop) { { TwelveStages() } }
    }

    /// What the allocator is asked for by one of many subscriptions that live at the same time, their list not counted.
    private static func printRow(_ name: String, _ contender: String, _ make: () -> () -> Any) {
        let (subscribe, count) = (make(), 1_000)
        var subscriptions: [Any] = []
        subscriptions.reserveCapacity(count + 1)
        subscriptions.append(subscribe())
        allocation_count_start()
        for _ in 0..<count { subscriptions.append(subscribe()) }
        let counted = allocation_count_stop()
        let cells = [counted.allocations, counted.bytes].map { Table.number(Double($0) / Double(count)) }
        Swift.print("| \(name) | \(contender) | \(cells[0]) | \(cells[1]) |")
    }
}
