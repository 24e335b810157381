import Dispatch
import Freshet

extension Junction {
    static let combining: [Junction] = [
        Junction("merge") { left, right, _ in .merge(left, right) },
        Junction("merge()") { left, right, _ in Observable.of(left, right).merge() },
        Junction("merge(maxConcurrent: 1)", [.keepsSources]) { left, right, _ in
            Observable.of(left.take(1), right, left).merge(maxConcurrent: 1)
        },
        Junction("merge(maxConcurrent: 2)", [.keepsSources]) { left, right, _ in
            Observable.of(left.take(1), right, left).merge(maxConcurrent: 2)
        },
        Junction("flatMap", [.closure, .keepsSources, .opens]) { left, right, site in
            left.flatMap { item in
                site.inside()
                return right.startWith(item).take(3)
            }
        },
        Junction("flatMap of what emits at once", [.closure, .failsAtOnce]) { left, right, site in
            Observable.merge(left, right).flatMap { item in
                site.inside()
                return Observable.of(item, item)
            }
        },
        Junction("flatMap(maxConcurrent:)", [.closure, .keepsSources, .opens]) { left, right, site in
            left.flatMap(maxConcurrent: 2) { item in
                site.inside()
                return right.startWith(item).take(3)
            }
        },
        Junction("flatMapFirst", [.closure, .keepsSources, .opens]) { left, right, site in
            left.flatMapFirst { item in
                site.inside()
                return right.startWith(item).take(3)
            }
        },
        Junction("flatMapLatest", [.closure, .keepsSources, .opens]) { left, right, site in
            left.flatMapLatest { item in
                site.inside()
                return right.startWith(item)
            }
        },
        Junction("switchLatest", [.opens]) { left, right, _ in left.map { right.startWith($0) }.switchLatest() },
        Junction("concatMap", [.closure, .keepsSources, .opens]) { left, right, site in
            left.concatMap { item in
                site.inside()
                return right.startWith(item).take(3)
            }
        },
        Junction("concat()") { left, right, _ in Observable.of(left.take(3), right).concat() },
        Junction("concat") { left, right, _ in left.take(3).concat(right) },
        Junction("combineLatest", [.closure]) { left, right, site in
            .combineLatest(left, right) { one, _ in
                site.inside()
                return one
            }
        },
        Junction("combineLatest of a collection", [.closure]) { left, right, site in
            .combineLatest([left, right]) { items in
                site.inside()
                return items[1]
            }
        },
        Junction("zip", [.closure]) { left, right, site in
            .zip(left, right) { one, _ in
                site.inside()
                return one
            }
        },
        Junction("zip of a collection", [.closure]) { left, right, site in
            .zip([left, right]) { items in
                site.inside()
                return items[0]
            }
        },
        Junction("withLatestFrom", [.closure]) { left, right, site in
            left.withLatestFrom(right) { one, _ in
                site.inside()
                return one
            }
        },
        Junction("sample", [.endsAtTimes]) { left, right, _ in left.sample(right) },
        Junction("take(until:)", [.closure]) { left, right, site in
            left.take(
                until: right.filter {
                    site.inside()
                    return $0.number < 0
                })
        },
        Junction("skip(until:)", [.endsAtTimes]) { left, right, _ in left.skip(until: right) },
        Junction("amb") { left, right, _ in left.amb(right) },
        Junction("catch", [.recovers]) { left, right, site in
            left.catch { _ in
                site.inside()
                return right
            }
        },
        Junction("retry", [.keepsSources]) { left, right, _ in Observable.merge(left, right).retry(3) },
        Junction("retry(when:)", [.recovers, .keepsSources]) { left, right, site in
            left.retry(when: { (errors: Observable<any Error>) in
                let failures = errors.map { _ in
                    site.inside()
                    return 0
                }
                return Observable.merge(failures, right.map { _ in 0 }).take(3)
            })
        },
        Junction("ifEmpty(switchTo:)") { left, right, _ in left.ifEmpty(switchTo: right) },
        Junction("create", [.closure]) { left, right, site in
            .create { observer in
                site.inside()
                return Disposables.create(left.subscribe(observer), right.subscribe(observer))
            }
        },
        Junction("Single.create", [.single]) { left, right, _ in
            Single.create { answer in
                let merely: @Sendable (Event<Item>) -> Void = { event in
                    switch event {
                    case .next(let item): answer(.success(item))
                    case .error(let error): answer(.failure(error))
                    case .completed: answer(.failure(Oops()))
                    }
                }
                return Disposables.create(left.subscribe(merely), right.subscribe(merely))
            }.asObservable()
        },
        Junction("Maybe.create", [.single]) { left, right, _ in
            Maybe.create { answer in
                let merely: @Sendable (Event<Item>) -> Void = { event in
                    switch event {
                    case .next(let item): answer(.success(item))
                    case .error(let error): answer(.error(error))
                    case .completed: answer(.completed)
                    }
                }
                return Disposables.create(left.subscribe(merely), right.subscribe(merely))
            }.asObservable()
        },
    ]

    static let sharing: [Junction] = [
        Junction("share") { left, right, _ in Observable.merge(left, right).share() },
        Junction("share(replay: 2)") { left, right, _ in Observable.merge(left, right).share(replay: 2) },
        Junction("share(replay: 1, scope: .forever)") { left, right, _ in
            Observable.merge(left, right).share(replay: 1, scope: .forever)
        },
        Junction("share(disconnectingAfter:)", [.timed]) { left, right, site in
            Observable.merge(left, right).share(
                replay: 1, disconnectingAfter: .milliseconds(1), scheduler: site.queue)
        },
        Junction("publish().refCount()") { left, right, _ in Observable.merge(left, right).publish().refCount() },
        Junction("replay(2).refCount()") { left, right, _ in Observable.merge(left, right).replay(2).refCount() },
        Junction("multicast, connected", [.fed]) { left, right, site in
            let stream = Observable.merge(left, right).multicast(ReplaySubject.create(bufferSize: 2))
            _ = site.feeds.insert(stream.connect())
            return stream
        },
        Junction("multicast with a selector", [.closure]) { left, right, site in
            Observable.merge(left, right).multicast({ PublishSubject<Item>() }) { shared in
                site.inside()
                return Observable.merge(shared, shared)
            }
        },
        Junction("groupBy", [.closure]) { left, right, site in
            Observable.merge(left, right).groupBy { item in
                site.inside()
                return item.number % 3
            }.flatMap { $0 }
        },
    ]

    static let subjects: [Junction] = [
        Junction("PublishSubject") { left, _, _ in left },
        Junction("PublishSubject, fed by two", [.fed]) { left, right, site in
            let subject = PublishSubject<Item>()
            site.feed(left, right, into: subject)
            return subject
        },
        Junction("BehaviorSubject", [.fed]) { left, right, site in
            let subject = BehaviorSubject(value: Item(0, site.living))
            site.feed(left, right, into: subject)
            return subject
        },
        Junction("ReplaySubject", [.fed]) { left, right, site in
            let subject = ReplaySubject<Item>.create(bufferSize: 2)
            site.feed(left, right, into: subject)
            return subject
        },
        Junction("ReplaySubject without a bound", [.fed, .keeps]) { left, right, site in
            let subject = ReplaySubject<Item>.createUnbounded()
            site.feed(left, right, into: subject)
            return subject
        },
        Junction("AsyncSubject", [.fed, .onlyAtEnd]) { left, right, site in
            let subject = AsyncSubject<Item>()
            site.feed(left, right, into: subject)
            return subject
        },
        Junction("PublishRelay", [.fed, .endless]) { left, right, site in
            let relay = PublishRelay<Item>()
            site.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
        Junction("BehaviorRelay", [.fed, .endless]) { left, right, site in
            let relay = BehaviorRelay(value: Item(0, site.living))
            site.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
        Junction("ReplayRelay", [.fed, .endless]) { left, right, site in
            let relay = ReplayRelay<Item>.create(bufferSize: 2)
            site.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
    ]
}
