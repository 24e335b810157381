import Dispatch
import Freshet

extension Junction {
    private static let instant = RxTimeInterval.milliseconds(1)

    static let time: [Junction] = [
        Junction("debounce") { left, right, site in
            Observable.merge(left, right).debounce(instant, scheduler: site.queue)
        },
        Junction("throttle") { left, right, site in
            Observable.merge(left, right).throttle(instant, scheduler: site.queue)
        },
        Junction("throttle(latest: false)") { left, right, site in
            Observable.merge(left, right).throttle(instant, latest: false, scheduler: site.queue)
        },
        Junction("delay") { left, right, site in
            Observable.merge(left, right).delay(instant, scheduler: site.queue)
        },
        Junction("delay on a concurrent queue") { left, right, site in
            Observable.merge(left, right).delay(instant, scheduler: site.pool)
        },
        Junction("delaySubscription", [.timed]) { left, right, site in
            Observable.merge(left.delaySubscription(.nanoseconds(1), scheduler: site.pool), left, right)
        },
        Junction("timeout", [.timed]) { left, right, site in
            Observable.merge(left, right).timeout(.milliseconds(500), scheduler: site.queue)
        },
        Junction("timeout(other:)", [.timed]) { left, right, site in
            left.timeout(.milliseconds(20), other: right, scheduler: site.pool)
        },
        Junction("buffer", [.timed]) { left, right, site in
            Observable.merge(left, right).buffer(timeSpan: instant, count: 2, scheduler: site.queue)
                .flatMap { Observable.from($0) }
        },
        Junction("buffer on a concurrent queue", [.timed]) { left, right, site in
            Observable.merge(left, right).buffer(timeSpan: instant, count: 3, scheduler: site.pool)
                .flatMap { Observable.from($0) }
        },
        Junction("collect(every:)", [.timed]) { left, right, site in
            Observable.merge(left, right).collect(every: instant, scheduler: site.queue)
                .flatMap { Observable.from($0) }
        },
        Junction("window", [.timed]) { left, right, site in
            Observable.merge(left, right).window(timeSpan: instant, count: 2, scheduler: site.queue).merge()
        },
        Junction("window on a concurrent queue", [.timed]) { left, right, site in
            Observable.merge(left, right).window(timeSpan: instant, count: 3, scheduler: site.pool).merge()
        },
        Junction("sample by a timer", [.timed]) { left, right, site in
            Observable.merge(left, right).sample(Observable<Int>.interval(instant, scheduler: site.queue))
        },
        Junction("take(for:)", [.timed]) { left, right, site in
            Observable.merge(left, right).take(for: .milliseconds(500), scheduler: site.queue)
        },
        Junction("take(for:), short", [.timed, .single, .failsAtOnce]) { left, right, site in
            Observable.merge(left.take(for: instant, scheduler: site.pool), right).take(1)
        },
        Junction("skip for a time", [.timed]) { left, right, site in
            Observable.merge(left.skip(instant, scheduler: site.pool), right)
        },
        Junction("retry(backoff:)", [.timed]) { left, right, site in
            Observable.merge(left, right).retry(2, backoff: .constant(.microseconds(500)), scheduler: site.queue)
        },
        Junction("observe(on:)", [.hops]) { left, right, site in Observable.merge(left, right).observe(on: site.queue)
        },
        Junction("observe(on:) of a concurrent queue", [.hops]) { left, right, site in
            Observable.merge(left, right).observe(on: site.pool)
        },
        Junction("observe(on:buffering: .newest)", [.hops]) { left, right, site in
            Observable.merge(left, right).observe(on: site.queue, buffering: .newest(2))
        },
        Junction("observe(on:buffering: .oldest)", [.hops]) { left, right, site in
            Observable.merge(left, right).observe(on: site.pool, buffering: .oldest(2))
        },
        Junction("observe(on:buffering: .suspending)", [.hops]) { left, right, site in
            Observable.merge(left, right).flatMap { Observable.of($0, $0) }
                .observe(on: site.queue, buffering: .suspending(2))
        },
        Junction("subscribe(on:)") { left, right, site in
            Observable.merge(left.subscribe(on: site.pool), right.subscribe(on: site.queue), left)
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
