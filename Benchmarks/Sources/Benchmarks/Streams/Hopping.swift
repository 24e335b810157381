import Dispatch
import Freshet
import OpenCombine
import OpenCombineDispatch

/// Elements handed to a serial queue, until the last one has arrived there.
let hopping: [Case] = [
    Case(
        "observe(on: serial)",
        Contender(Contender.loop + ": queue.async") { count in
            let sum = Sum()
            let queue = DispatchQueue(label: "benchmark")
            for element in 0..<count { queue.async { sum.add(element) } }
            queue.sync {}
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let done = DispatchSemaphore(value: 0)
            let subject = PublishSubject<Int>()
            let scheduler = SerialDispatchQueueScheduler(qos: .default)
            let subscription = subject.observe(on: scheduler)
                .subscribe(onNext: { sum.add($0) }, onCompleted: { done.signal() })
            for element in 0..<count { subject.onNext(element) }
            subject.onCompleted()
            done.wait()
            subscription.dispose()
            return sum.value
        },
        Contender(Contender.openCombine) { count in
            let sum = Sum()
            let done = DispatchSemaphore(value: 0)
            let subject = PassthroughSubject<Int, Never>()
            let subscription = subject.receive(on: DispatchQueue(label: "benchmark").ocombine)
                .sink(receiveCompletion: { _ in done.signal() }, receiveValue: { sum.add($0) })
            for element in 0..<count { subject.send(element) }
            subject.send(completion: .finished)
            done.wait()
            subscription.cancel()
            return sum.value
        })
]
