import Dispatch
import Freshet

extension TwoSourceStream {
    private static let instant = RxTimeInterval.milliseconds(1)

    static let time: [TwoSourceStream] = [
        TwoSourceStream("debounce") { left, right, context in
            Observable.merge(left, right).debounce(instant, scheduler: context.queue)
        },
        TwoSourceStream("throttle") { left, right, context in
            Observable.merge(left, right).throttle(instant, scheduler: context.queue)
        },
        TwoSourceStream("throttle(latest: false)") { left, right, context in
            Observable.merge(left, right).throttle(instant, latest: false, scheduler: context.queue)
        },
        TwoSourceStream("delay") { left, right, context in
            Observable.merge(left, right).delay(instant, scheduler: context.queue)
        },
        TwoSourceStream("delay on a concurrent queue") { left, right, context in
            Observable.merge(left, right).delay(instant, scheduler: context.pool)
        },
        TwoSourceStream("delaySubscription", [.timed]) { left, right, context in
            Observable.merge(left.delaySubscription(.nanoseconds(1), scheduler: context.pool), left, right)
        },
        TwoSourceStream("timeout", [.timed]) { left, right, context in
            Observable.merge(left, right).timeout(.milliseconds(500), scheduler: context.queue)
        },
        TwoSourceStream("timeout(other:)", [.timed]) { left, right, context in
            left.timeout(.milliseconds(20), other: right, scheduler: context.pool)
        },
        TwoSourceStream("buffer", [.timed]) { left, right, context in
            Observable.merge(left, right).buffer(timeSpan: instant, count: 2, scheduler: context.queue)
                .flatMap { Observable.from($0) }
        },
        TwoSourceStream("buffer on a concurrent queue", [.timed]) { left, right, context in
            Observable.merge(left, right).buffer(timeSpan: instant, count: 3, scheduler: context.pool)
                .flatMap { Observable.from($0) }
        },
        TwoSourceStream("collect(every:)", [.timed]) { left, right, context in
            Observable.merge(left, right).collect(every: instant, scheduler: context.queue)
                .flatMap { Observable.from($0) }
        },
        TwoSourceStream("window", [.timed]) { left, right, context in
            Observable.merge(left, right).window(timeSpan: instant, count: 2, scheduler: context.queue).merge()
        },
        TwoSourceStream("window on a concurrent queue", [.timed]) { left, right, context in
            Observable.merge(left, right).window(timeSpan: instant, count: 3, scheduler: context.pool).merge()
        },
        TwoSourceStream("sample by a timer", [.timed]) { left, right, context in
            Observable.merge(left, right).sample(Observable<Int>.interval(instant, scheduler: context.queue))
        },
        TwoSourceStream("take(for:)", [.timed]) { left, right, context in
            Observable.merge(left, right).take(for: .milliseconds(500), scheduler: context.queue)
        },
        TwoSourceStream("take(for:), short", [.timed, .single, .failsAtOnce]) { left, right, context in
            Observable.merge(left.take(for: instant, scheduler: context.pool), right).take(1)
        },
        TwoSourceStream("skip for a time", [.timed]) { left, right, context in
            Observable.merge(left.skip(instant, scheduler: context.pool), right)
        },
        TwoSourceStream("retry(backoff:)", [.timed]) { left, right, context in
            Observable.merge(left, right).retry(2, backoff: .constant(.microseconds(500)), scheduler: context.queue)
        },
        TwoSourceStream("observe(on:)", [.hops]) { left, right, context in
            Observable.merge(left, right).observe(on: context.queue)
        },
        TwoSourceStream("observe(on:) of a concurrent queue", [.hops]) { left, right, context in
            Observable.merge(left, right).observe(on: context.pool)
        },
        TwoSourceStream("observe(on:buffering: .newest)", [.hops]) { left, right, context in
            Observable.merge(left, right).observe(on: context.queue, buffering: .newest(2))
        },
        TwoSourceStream("observe(on:buffering: .oldest)", [.hops]) { left, right, context in
            Observable.merge(left, right).observe(on: context.pool, buffering: .oldest(2))
        },
        TwoSourceStream("observe(on:buffering: .suspending)", [.hops, .failsAtOnce]) { left, right, context in
            Observable.merge(left, right).flatMap { Observable.of($0, $0) }
                .observe(on: context.queue, buffering: .suspending(2))
        },
        TwoSourceStream("subscribe(on:)") { left, right, context in
            Observable.merge(left.subscribe(on: context.pool), right.subscribe(on: context.queue), left)
        },
        TwoSourceStream("mapAsync", [.tasks, .failsAtOnce]) { left, right, _ in
            Observable.merge(left, right).mapAsync(maxConcurrent: 2) { $0 }
        },
        TwoSourceStream("observe(on:) of an actor", [.tasks, .endsInTask]) { left, right, _ in
            Observable.merge(left, right).observe(on: Reception())
        },
    ]
}

private actor Reception {}
