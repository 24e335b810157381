import Dispatch
import Freshet
import Harness
import OpenCombine
import OpenCombineDispatch

/// Delivery on a serial queue, until the last element has arrived.
let hopping: [Case] = [
    Case(
        "observe(on: serial)",
        .byLoop(": queue.async") { count, sum in
            let queue = DispatchQueue(label: "benchmark")
            for element in 0..<count { queue.async { sum.add(element) } }
            queue.sync {}
        },
        .byFreshet { count, sum in
            let done = DispatchSemaphore(value: 0)
            let subject = PublishSubject<Int>()
            let scheduler = SerialDispatchQueueScheduler(qos: .default)
            let subscription = subject.observe(on: scheduler)
                .subscribe(onNext: { sum.add($0) }, onCompleted: { done.signal() })
            for element in 0..<count { subject.onNext(element) }
            subject.onCompleted()
            done.wait()
            subscription.dispose()
        },
        .byOpenCombine { count, sum in
            let done = DispatchSemaphore(value: 0)
            let subject = PassthroughSubject<Int, Never>()
            let subscription = subject.receive(on: DispatchQueue(label: "benchmark").ocombine)
                .sink(receiveCompletion: { _ in done.signal() }, receiveValue: { sum.add($0) })
            for element in 0..<count { subject.send(element) }
            subject.send(completion: .finished)
            done.wait()
            subscription.cancel()
        },
        .byAsyncSequence(", AsyncStream") { count, sum in
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            async let consumed: Void = consume(stream, sum)
            for element in 0..<count { continuation.yield(element) }
            continuation.finish()
            await consumed
        })
]

@concurrent private func consume(_ stream: AsyncStream<Int>, _ sum: Sum) async {
    for await element in stream { sum.add(element) }
}
