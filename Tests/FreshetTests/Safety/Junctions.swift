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
        Junction("flatMap", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.flatMap { item in
                context.userClosure()
                return right.startWith(item).take(3)
            }
        },
        Junction("flatMap of what emits at once", [.closure, .failsAtOnce]) { left, right, context in
            Observable.merge(left, right).flatMap { item in
                context.userClosure()
                return Observable.of(item, item)
            }
        },
        Junction("flatMap(maxConcurrent:)", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.flatMap(maxConcurrent: 2) { item in
                context.userClosure()
                return right.startWith(item).take(3)
            }
        },
        Junction("flatMapFirst", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.flatMapFirst { item in
                context.userClosure()
                return right.startWith(item).take(3)
            }
        },
        Junction("flatMapLatest", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.flatMapLatest { item in
                context.userClosure()
                return right.startWith(item)
            }
        },
        Junction("switchLatest", [.subscribesOnElement]) { left, right, _ in
            left.map { right.startWith($0) }.switchLatest()
        },
        Junction("concatMap", [.closure, .keepsSources, .subscribesOnElement]) { left, right, context in
            left.concatMap { item in
                context.userClosure()
                return right.startWith(item).take(3)
            }
        },
        Junction("concat()") { left, right, _ in Observable.of(left.take(3), right).concat() },
        Junction("concat") { left, right, _ in left.take(3).concat(right) },
        Junction("combineLatest", [.closure]) { left, right, context in
            .combineLatest(left, right) { one, _ in
                context.userClosure()
                return one
            }
        },
        Junction("combineLatest of a collection", [.closure]) { left, right, context in
            .combineLatest([left, right]) { items in
                context.userClosure()
                return items[1]
            }
        },
        Junction("combineLatest of three", [.closure]) { left, right, context in
            .combineLatest(left, right, left) { one, _, _ in
                context.userClosure()
                return one
            }
        },
        Junction("combineLatest of a parameter pack", [.closure, .recovers]) { left, right, context in
            let infallible = { (stream: Observable<Item>) in stream.asInfallible(onErrorFallbackTo: .empty()) }
            return Infallible.combineLatest(infallible(left), infallible(right), infallible(left)) { one, _, _ in
                context.userClosure()
                return one
            }.asObservable()
        },
        Junction("zip", [.closure]) { left, right, context in
            .zip(left, right) { one, _ in
                context.userClosure()
                return one
            }
        },
        Junction("zip of a collection", [.closure]) { left, right, context in
            .zip([left, right]) { items in
                context.userClosure()
                return items[0]
            }
        },
        Junction("zip of three", [.closure]) { left, right, context in
            .zip(left, right, left) { one, _, _ in
                context.userClosure()
                return one
            }
        },
        Junction("zip of a parameter pack", [.closure, .single]) { left, right, context in
            let first = Observable.merge(left, right).take(1).asMaybe()
            return Maybe.zip(first, first, first) { one, _, _ in
                context.userClosure()
                return one
            }.asObservable()
        },
        Junction("gated, the example of CONTRIBUTING.md") { left, right, _ in left.gated(by: right.map { _ in true }) },
        Junction("withLatestFrom", [.closure]) { left, right, context in
            left.withLatestFrom(right) { one, _ in
                context.userClosure()
                return one
            }
        },
        Junction("sample", [.mayNotEnd]) { left, right, _ in left.sample(right) },
        Junction("take(until:)", [.closure]) { left, right, context in
            left.take(
                until: right.filter {
                    context.userClosure()
                    return $0.number < 0
                })
        },
        Junction("skip(until:)", [.mayNotEnd]) { left, right, _ in left.skip(until: right) },
        Junction("amb") { left, right, _ in left.amb(right) },
        Junction("catch", [.recovers]) { left, right, context in
            left.catch { _ in
                context.userClosure()
                return right
            }
        },
        Junction("retry", [.keepsSources]) { left, right, _ in Observable.merge(left, right).retry(3) },
        Junction("retry(when:)", [.recovers, .keepsSources]) { left, right, context in
            left.retry(when: { (errors: Observable<any Error>) in
                let failures = errors.map { _ in
                    context.userClosure()
                    return 0
                }
                return Observable.merge(failures, right.map { _ in 0 }).take(3)
            })
        },
        Junction("ifEmpty(switchTo:)") { left, right, _ in left.ifEmpty(switchTo: right) },
        Junction("create", [.closure]) { left, right, context in
            .create { observer in
                context.userClosure()
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
        Junction("share(disconnectingAfter:)", [.timed]) { left, right, context in
            Observable.merge(left, right).share(
                replay: 1, disconnectingAfter: .milliseconds(1), scheduler: context.queue)
        },
        Junction("publish().refCount()") { left, right, _ in Observable.merge(left, right).publish().refCount() },
        Junction("replay(2).refCount()") { left, right, _ in Observable.merge(left, right).replay(2).refCount() },
        Junction("multicast, connected", [.fed]) { left, right, context in
            let stream = Observable.merge(left, right).multicast(ReplaySubject.create(bufferSize: 2))
            _ = context.feeds.insert(stream.connect())
            return stream
        },
        Junction("multicast with a selector", [.closure]) { left, right, context in
            Observable.merge(left, right).multicast({ PublishSubject<Item>() }) { shared in
                context.userClosure()
                return Observable.merge(shared, shared)
            }
        },
        Junction("groupBy", [.closure]) { left, right, context in
            Observable.merge(left, right).groupBy { item in
                context.userClosure()
                return item.number % 3
            }.flatMap { $0 }
        },
    ]

    static let subjects: [Junction] = [
        Junction("PublishSubject") { left, _, _ in left },
        Junction("PublishSubject, fed by two", [.fed]) { left, right, context in
            let subject = PublishSubject<Item>()
            context.feed(left, right, into: subject)
            return subject
        },
        Junction("BehaviorSubject", [.fed]) { left, right, context in
            let subject = BehaviorSubject(value: Item(0, context.living))
            context.feed(left, right, into: subject)
            return subject
        },
        Junction("ReplaySubject", [.fed]) { left, right, context in
            let subject = ReplaySubject<Item>.create(bufferSize: 2)
            context.feed(left, right, into: subject)
            return subject
        },
        Junction("ReplaySubject without a bound", [.fed, .keeps]) { left, right, context in
            let subject = ReplaySubject<Item>.createUnbounded()
            context.feed(left, right, into: subject)
            return subject
        },
        Junction("AsyncSubject", [.fed, .onlyAtEnd]) { left, right, context in
            let subject = AsyncSubject<Item>()
            context.feed(left, right, into: subject)
            return subject
        },
        Junction("PublishRelay", [.fed, .endless]) { left, right, context in
            let relay = PublishRelay<Item>()
            context.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
        Junction("BehaviorRelay", [.fed, .endless]) { left, right, context in
            let relay = BehaviorRelay(value: Item(0, context.living))
            context.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
        Junction("ReplayRelay", [.fed, .endless]) { left, right, context in
            let relay = ReplayRelay<Item>.create(bufferSize: 2)
            context.feed(left, right, into: AnyObserver { if let item = $0.element { relay.accept(item) } })
            return relay.asObservable()
        },
    ]
}
