import Dispatch
import Freshet

extension TwoSourceStream {
    static let combining: [TwoSourceStream] = [
        TwoSourceStream("merge") { left, right, _ in .merge(left, right) },
        TwoSourceStream("merge()") { left, right, _ in Observable.of(left, right).merge() },
        TwoSourceStream("merge(maxConcurrent: 1)", [.keepsSources]) { left, right, _ in
            Observable.of(left.take(1), right, left).merge(maxConcurrent: 1)
        },
        TwoSourceStream("merge(maxConcurrent: 2)", [.keepsSources]) { left, right, _ in
            Observable.of(left.take(1), right, left).merge(maxConcurrent: 2)
        },
        TwoSourceStream("flatMap", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.flatMap { item in
                context.userClosure()
                return right.startWith(item).take(3)
            }
        },
        TwoSourceStream("flatMap of what emits at once", [.closure, .failsAtOnce]) { left, right, context in
            Observable.merge(left, right).flatMap { item in
                context.userClosure()
                return Observable.of(item, item)
            }
        },
        TwoSourceStream("flatMap(maxConcurrent:)", [.closure, .keepsSources, .subscribesOnElement]) {
            left, right, context in
            left.flatMap(maxConcurrent: 2) { item in
                context.userClosure()
                return right.startWith(item).take(3)
            }
        },
        TwoSourceStream("flatMapFirst", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.flatMapFirst { item in
                context.userClosure()
                return right.startWith(item).take(3)
            }
        },
        TwoSourceStream("flatMapLatest", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.flatMapLatest { item in
                context.userClosure()
                return right.startWith(item)
            }
        },
        TwoSourceStream("switchLatest", [.subscribesOnElement]) { left, right, _ in
            left.map { right.startWith($0) }.switchLatest()
        },
        TwoSourceStream("concatMap", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.concatMap { item in
                context.userClosure()
                return right.startWith(item).take(3)
            }
        },
        TwoSourceStream("concat()") { left, right, _ in Observable.of(left.take(3), right).concat() },
        TwoSourceStream("concat") { left, right, _ in left.take(3).concat(right) },
        TwoSourceStream("combineLatest", [.closure]) { left, right, context in
            .combineLatest(left, right) { one, _ in
                context.userClosure()
                return one
            }
        },
        TwoSourceStream("combineLatest of a collection", [.closure]) { left, right, context in
            .combineLatest([left, right]) { items in
                context.userClosure()
                return items[1]
            }
        },
        TwoSourceStream("combineLatest of three", [.closure]) { left, right, context in
            .combineLatest(left, right, left) { one, _, _ in
                context.userClosure()
                return one
            }
        },
        TwoSourceStream("combineLatest of a parameter pack", [.closure, .recovers]) { left, right, context in
            let infallible = { (stream: Observable<Item>) in stream.asInfallible(onErrorFallbackTo: .empty()) }
            return Infallible.combineLatest(infallible(left), infallible(right), infallible(left)) { one, _, _ in
                context.userClosure()
                return one
            }.asObservable()
        },
        TwoSourceStream("zip", [.closure]) { left, right, context in
            .zip(left, right) { one, _ in
                context.userClosure()
                return one
            }
        },
        TwoSourceStream("zip of a collection", [.closure]) { left, right, context in
            .zip([left, right]) { items in
                context.userClosure()
                return items[0]
            }
        },
        TwoSourceStream("zip of three", [.closure]) { left, right, context in
            .zip(left, right, left) { one, _, _ in
                context.userClosure()
                return one
            }
        },
        TwoSourceStream("zip of a parameter pack", [.closure, .single]) { left, right, context in
            let first = Observable.merge(left, right).take(1).asMaybe()
            return Maybe.zip(first, first, first) { one, _, _ in
                context.userClosure()
                return one
            }.asObservable()
        },
        TwoSourceStream("gated, the example of CONTRIBUTING.md") { left, right, _ in
            left.gated(by: right.map { _ in true })
        },
        TwoSourceStream("withLatestFrom", [.closure]) { left, right, context in
            left.withLatestFrom(right) { one, _ in
                context.userClosure()
                return one
            }
        },
        TwoSourceStream("sample", [.mayNotEnd]) { left, right, _ in left.sample(right) },
        TwoSourceStream("take(until:)", [.closure]) { left, right, context in
            left.take(
                until: right.filter {
                    context.userClosure()
                    return $0.number < 0
                })
        },
        TwoSourceStream("skip(until:)", [.mayNotEnd]) { left, right, _ in left.skip(until: right) },
        TwoSourceStream("amb") { left, right, _ in left.amb(right) },
        TwoSourceStream("catch", [.recovers]) { left, right, context in
            left.catch { _ in
                context.userClosure()
                return right
            }
        },
        TwoSourceStream("retry", [.keepsSources]) { left, right, _ in Observable.merge(left, right).retry(3) },
        TwoSourceStream("retry(when:)", [.recovers, .keepsSources]) { left, right, context in
            left.retry(when: { (errors: Observable<any Error>) in
                let failures = errors.map { _ in
                    context.userClosure()
                    return 0
                }
                return Observable.merge(failures, right.map { _ in 0 }).take(3)
            })
        },
        TwoSourceStream("ifEmpty(switchTo:)") { left, right, _ in left.ifEmpty(switchTo: right) },
        TwoSourceStream("create", [.closure]) { left, right, context in
            .create { observer in
                context.userClosure()
                return Disposables.create(left.subscribe(observer), right.subscribe(observer))
            }
        },
        TwoSourceStream("Single.create", [.single]) { left, right, _ in
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
        TwoSourceStream("Maybe.create", [.single]) { left, right, _ in
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

    static let sharing: [TwoSourceStream] = [
        TwoSourceStream("share") { left, right, _ in Observable.merge(left, right).share() },
        TwoSourceStream("share(replay: 2)") { left, right, _ in Observable.merge(left, right).share(replay: 2) },
        TwoSourceStream("share(replay: 1, scope: .forever)") { left, right, _ in
            Observable.merge(left, right).share(replay: 1, scope: .forever)
        },
        TwoSourceStream("share(disconnectingAfter:)", [.timed]) { left, right, context in
            Observable.merge(left, right).share(
                replay: 1, disconnectingAfter: .milliseconds(1), scheduler: context.queue)
        },
        TwoSourceStream("publish().refCount()") { left, right, _ in Observable.merge(left, right).publish().refCount()
        },
        TwoSourceStream("replay(2).refCount()") { left, right, _ in Observable.merge(left, right).replay(2).refCount()
        },
        TwoSourceStream("multicast, connected", [.fed]) { left, right, context in
            let stream = Observable.merge(left, right).multicast(ReplaySubject.create(bufferSize: 2))
            _ = context.feeds.insert(stream.connect())
            return stream
        },
        TwoSourceStream("multicast with a selector", [.closure]) { left, right, context in
            Observable.merge(left, right).multicast({ PublishSubject<Item>() }) { shared in
                context.userClosure()
                return Observable.merge(shared, shared)
            }
        },
        TwoSourceStream("groupBy", [.closure]) { left, right, context in
            Observable.merge(left, right).groupBy { item in
                context.userClosure()
                return item.number % 3
            }.flatMap { $0 }
        },
    ]

    static let subjects: [TwoSourceStream] = [
        TwoSourceStream("PublishSubject") { left, _, _ in left },
        TwoSourceStream("PublishSubject, fed by two", [.fed]) { left, right, context in
            let subject = PublishSubject<Item>()
            context.feed(left, right, into: subject)
            return subject
        },
        TwoSourceStream("BehaviorSubject", [.fed]) { left, right, context in
            let subject = BehaviorSubject(value: Item(0, context.living))
            context.feed(left, right, into: subject)
            return subject
        },
        TwoSourceStream("ReplaySubject", [.fed]) { left, right, context in
            let subject = ReplaySubject<Item>.create(bufferSize: 2)
            context.feed(left, right, into: subject)
            return subject
        },
        TwoSourceStream("ReplaySubject without a bound", [.fed, .keeps]) { left, right, context in
            let subject = ReplaySubject<Item>.createUnbounded()
            context.feed(left, right, into: subject)
            return subject
        },
        TwoSourceStream("AsyncSubject", [.fed, .onlyAtEnd]) { left, right, context in
            let subject = AsyncSubject<Item>()
            context.feed(left, right, into: subject)
            return subject
        },
        TwoSourceStream("PublishRelay", [.fed, .endless]) { left, right, context in
            let relay = PublishRelay<Item>()
            context.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
        TwoSourceStream("BehaviorRelay", [.fed, .endless]) { left, right, context in
            let relay = BehaviorRelay(value: Item(0, context.living))
            context.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
        TwoSourceStream("ReplayRelay", [.fed, .endless]) { left, right, context in
            let relay = ReplayRelay<Item>.create(bufferSize: 2)
            context.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
    ]
}
