import AllocationCount
import Freshet
import Harness
import Opaque
import OpenCombine

/// The memory of subscriptions: to a subject, and through a chain of twelve stages.
enum Memory {
    private static let live = 100_000

    static func print(_ arguments: Arguments) {
        guard arguments.wants("memory"), allocation_count_is_available() != 0 else { return }
        Swift.print(
            """

            | memory, of \(live) that live at once | contender | allocations | bytes asked for | bytes in use |
            |-|-|-:|-:|-:|
            """)
        printRow("subscription to a subject", Contender.freshet) {
            let subject = PublishSubject<Int>()
            return { subject.subscribe(onNext: { _ in }) }
        }
        printRow("subscription to a subject", Contender.openCombine) {
            let subject = PassthroughSubject<Int, Never>()
            return { subject.sink { _ in } }
        }
        printRow("5 stages with state subscribed", Contender.freshet) {
            let stream = fiveStages(PublishSubject<Int>())
            return { stream.subscribe(onNext: { _ in }) }
        }
        printRow("merge of 2 subscribed", Contender.freshet) {
            let stream = Observable.merge(PublishSubject<Int>(), PublishSubject<Int>())
            return { stream.subscribe(onNext: { _ in }) }
        }
        printRow("combineLatest of 2 subscribed", Contender.freshet) {
            let stream = Observable.combineLatest(
                PublishSubject<Int>(), PublishSubject<Int>(), resultSelector: Opaque.sum())
            return { stream.subscribe(onNext: { _ in }) }
        }
        printRow("12 stages subscribed", Contender.freshet) {
            let stream = twelveStages(PublishSubject<Int>())
            return { stream.subscribe(onNext: { _ in }) }
        }
        printRow("12 stages subscribed", Contender.openCombine) {
            let stream = twelveStages(PassthroughSubject<Int, Never>())
            return { stream.sink { _ in } }
        }
        printRow("12 stages created and subscribed", Contender.freshet) {
            let subject = PublishSubject<Int>()
            return { twelveStages(subject).subscribe(onNext: { _ in }) }
        }
        printRow("12 stages created and subscribed", Contender.openCombine) {
            let subject = PassthroughSubject<Int, Never>()
            return { twelveStages(subject).sink { _ in } }
        }
        printRow("12 closures created", Contender.loop) { { TwelveStages() } }
        Swift.print("\n| memory, an element | contender | allocations |\n|-|-|-:|")
        printElement("12 stages") { twelveStages($0) }
        printElement("merge of 2") { Observable.merge($0, $0) }
        printElement("combineLatest of 2") { Observable.combineLatest($0, $0, resultSelector: Opaque.sum()) }
        printElement("share(replay: 1)") { $0.share(replay: 1) }
    }

    /// Prints the allocations of one of many subscriptions, and the bytes in use at the end, without the list that holds them.
    private static func printRow(_ name: String, _ contender: String, _ make: () -> () -> Any) {
        let subscribe = make()
        var subscriptions: [Any] = []
        subscriptions.reserveCapacity(live + 1)
        subscriptions.append(subscribe())
        let before = allocation_count_in_use()
        allocation_count_start()
        for _ in 0..<live { subscriptions.append(subscribe()) }
        let counted = allocation_count_stop()
        let cells = [counted.allocations, counted.bytes, allocation_count_in_use() - before]
            .map { Table.number(Double($0) / Double(live)) }
        Swift.print("| \(name) | \(contender) | \(cells.joined(separator: " | ")) |")
    }

    /// Prints the allocations for an element, after a warm-up.
    private static func printElement(_ name: String, _ make: (Observable<Int>) -> Observable<Int>) {
        let (subject, sum, count) = (PublishSubject<Int>(), Sum(), 10_000)
        let subscription = make(subject).subscribe(onNext: { sum.add($0) })
        for element in 0..<100 { subject.onNext(element) }
        allocation_count_start()
        for element in 0..<count { subject.onNext(element) }
        let counted = allocation_count_stop()
        subscription.dispose()
        Swift.print("| \(name) | Freshet | \(Table.number(Double(counted.allocations) / Double(count))) |")
    }
}
