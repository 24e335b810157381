import Dispatch
import Freshet

extension Junction {
    private static let instant = RxTimeInterval.milliseconds(1)

    static let time: [Junction] = [
        Junction("debounce") { left, right, context in
            Observable.merge(left, right).debounce(instant, scheduler: context.queue)
        },
        Junction("throttle") { left, right, context in
            Observable.merge(left, right).throttle(instant, scheduler: context.queue)
        },
        Junction("throttle(latest: false)") { left, right, context in
            Observable.merge(left, right).throttle(instant, latest: false, scheduler: context.queue)
        },
        Junction("delay") { left, right, context in
            Observable.merge(left, right).delay(instant, scheduler: context.queue)
        },
        Junction("delay on a concurrent queue") { left, right, context in
            Observable.merge(left, right).delay(instant, scheduler: context.pool)
        },
        Junction("delaySubscription", [.timed]) { left, right, context in
            Observable.merge(left.delaySubscription(.nanoseconds(1), scheduler: context.pool), left, right)
        },
        Junction("timeout", [.timed]) { left, right, context in
            Observable.merge(left, right).timeout(.milliseconds(500), scheduler: context.queue)
        },
        Junction("timeout(other:)", [.timed]) { left, right, context in
            left.timeout(.milliseconds(20), other: right, scheduler: context.pool)
        },
        Junction("buffer", [.timed]) { left, right, context in
            Observable.merge(left, right).buffer(timeSpan: instant, count: 2, scheduler: context.queue)
                .flatMap { Observable.from($0) }
        },
        Junction("buffer on a concurrent queue", [.timed]) { left, right, context in
            Observable.merge(left, right).buffer(timeSpan: instant, count: 3, scheduler: context.pool)
                .flatMap { Observable.from($0) }
        },
        Junction("collect(every:)", [.timed]) { left, right, context in
            Observable.merge(left, right).collect(every: instant, scheduler: context.queue)
                .flatMap { Observable.from($0) }
        },
        Junction("window", [.timed]) { left, right, context in
            Observable.merge(left, right).window(timeSpan: instant, count: 2, scheduler: context.queue).merge()
        },
        Junction("window on a concurrent queue", [.timed]) { left, right, context in
            Observable.merge(left, right).window(timeSpan: instant, count: 3, scheduler: context.pool).merge()
        },
        Junction("sample by a timer", [.timed]) { left, right, context in
            Observable.merge(left, right).sample(Observable<Int>.interval(instant, scheduler: context.queue))
        },
        Junction("take(for:)", [.timed]) { left, right, context in
            Observable.merge(left, right).take(for: .milliseconds(500), scheduler: context.queue)
        },
        Junction("take(for:), short", [.timed, .single, .failsAtOnce]) { left, right, context in
            Observable.merge(left.take(for: instant, scheduler: context.pool), right).take(1)
        },
        Junction("skip for a time", [.timed]) { left, right, context in
            Observable.merge(left.skip(instant, scheduler: context.pool), right)
        },
        Junction("retry(backoff:)", [.timed]) { left, right, context in
            Observable.merge(left, right).retry(2, backoff: .constant(.microseconds(500)), scheduler: context.queue)
        },
        Junction("observe(on:)", [.hops]) { left, right, context in
            Observable.merge(left, right).observe(on: context.queue)
        },
        Junction("observe(on:) of a concurrent queue", [.hops]) { left, right, context in
            Observable.merge(left, right).observe(on: context.pool)
        },
        Junction("observe(on:buffering: .newest)", [.hops]) { left, right, context in
            Observable.merge(left, right).observe(on: context.queue, buffering: .newest(2))
        },
        Junction("observe(on:buffering: .oldest)", [.hops]) { left, right, context in
            Observable.merge(left, right).observe(on: context.pool, buffering: .oldest(2))
        },
        Junction("observe(on:buffering: .suspending)", [.hops, .failsAtOnce]) { left, right, context in
            Observable.merge(left, right).flatMap { Observable.of($0, $0) }
                .observe(on: context.queue, buffering: .suspending(2))
        },
        Junction("subscribe(on:)") { left, right, context in
            Observable.merge(left.subscribe(on: context.pool), right.subscribe(on: context.queue), left)
        },
        Junction("mapAsync", [.tasks, .failsAtOnce]) { left, right, _ in
            Observable.merge(left, right).mapAsync(maxConcurrent: 2) { $0 }
        },
        Junction("observe(on:) of an actor", [.tasks, .endsInTask]) { left, right, _ in
            Observable.merge(left, right).observe(on: Reception())
        },
    ]
}

private actor Reception {}
