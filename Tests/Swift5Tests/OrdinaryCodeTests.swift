import Dispatch
import Foundation
import Freshet
import FreshetFoundation
import FreshetTest
import XCTest

// Typical RxSwift 6 code, compiled in Swift 5 mode with warnings as errors: classes that aren't Sendable, mutable captures.
// The first test is that it compiles without a diagnostic; the second, that it runs.

class ViewModel {
    var count = 0
    var names: [String] = []
    let bag = DisposeBag()
    let query = PublishSubject<String>()
    let state = BehaviorRelay<Int>(value: 0)
    let items = BehaviorRelay<[Item]>(value: [])

    class Item: Equatable {
        var id = 0
        var tags: [String]? = nil
        static func == (l: Item, r: Item) -> Bool { l.id == r.id }
    }
    enum MyError: Error { case a, b(Int) }

    func load(_ text: String) -> Observable<[Item]> {
        return Observable.create { observer in
            observer.onNext([Item()])
            observer.onCompleted()
            return Disposables.create()
        }
    }
    func loadSingle(_ n: Int) -> Single<Item> { return .just(Item()) }

    func bind() {
        var captured = 0
        query
            .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
            .distinctUntilChanged()
            .filter { !$0.isEmpty }
            .flatMapLatest { [weak self] text -> Observable<[Item]> in
                guard let self = self else { return .empty() }
                return self.load(text).catchAndReturn([])
            }
            .observe(on: MainScheduler.instance)
            .do(onNext: { _ in captured += 1 })
            .subscribe(
                onNext: { [weak self] items in
                    self?.count += items.count
                    self?.items.accept(items)
                }, onError: { print($0) }
            )
            .disposed(by: bag)

        items.asObservable().map { $0.count }.bind(to: state).disposed(by: bag)
        items.asDriver().map { $0.map { $0.id } }.drive(onNext: { [weak self] ids in self?.count = ids.count })
            .disposed(by: bag)
        Observable.combineLatest(query, state) { "\($0) \($1)" }
            .subscribe(onNext: { [unowned self] in self.names.append($0) }).disposed(by: bag)
        Observable.combineLatest(query, state).map { q, s in q + "\(s)" }.subscribe().disposed(by: bag)
        Observable.zip(query, state.asObservable()).subscribe(onNext: { a, b in print(a, b) }).disposed(by: bag)
        query.withLatestFrom(state) { ($0, $1) }.subscribe(onNext: { print($0.0, $0.1) }).disposed(by: bag)
        query.withUnretained(self).subscribe(onNext: { vm, q in vm.names.append(q) }).disposed(by: bag)
        query.subscribe(with: self, onNext: { vm, q in vm.names.append(q) }).disposed(by: bag)
        query.scan(0) { acc, _ in acc + 1 }.startWith(0).share(replay: 1, scope: .whileConnected).subscribe().disposed(
            by: bag)
        Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance).take(5).subscribe(onNext: {
            captured += $0
        }).disposed(by: bag)
        Observable.from([1, 2, 3]).groupBy { $0 % 2 }.flatMap { g in g.map { ($0, g.key) } }.toArray().subscribe(
            onSuccess: { print($0) }).disposed(by: bag)
        loadSingle(1).map { $0.id }.flatMap { Single.just($0) }.retry(3).timeout(
            .seconds(1), scheduler: MainScheduler.instance
        )
        .subscribe(onSuccess: { self.count = $0 }, onFailure: { _ in }).disposed(by: bag)
        Observable.merge(query.map { $0.count }, state.asObservable()).amb(Observable.just(1)).sample(query).buffer(
            timeSpan: .seconds(1), count: 3, scheduler: MainScheduler.instance
        ).subscribe().disposed(by: bag)
        query.retry(when: { errors in
            errors.enumerated().flatMap { n, e -> Observable<Int> in
                n > 3 ? .error(e) : .timer(.seconds(n), scheduler: MainScheduler.instance)
            }
        }).subscribe().disposed(by: bag)
        query.compactMap { Int($0) }.map(String.init).subscribe().disposed(by: bag)
        items.compactMap(\.first).compactMap(\.tags).distinctUntilChanged(\.count).subscribe().disposed(by: bag)
        items.distinctUntilChanged { $0.count == $1.count }.subscribe().disposed(by: bag)
        items.distinctUntilChanged { $0.count }.subscribe().disposed(by: bag)
        query.take(until: items.skip(1)).take(while: { $0.isEmpty }).skip(until: items).subscribe().disposed(by: bag)
        query.materialize().dematerialize().subscribe { event in
            switch event {
            case .next(let s): captured += s.count
            case .error, .completed: break
            }
        }.disposed(by: bag)
        query.throttle(.milliseconds(10), latest: false, scheduler: MainScheduler.instance).delay(
            .seconds(1), scheduler: MainScheduler.instance
        ).subscribe().disposed(by: bag)
        items.observe(on: ConcurrentDispatchQueueScheduler(qos: .background)).subscribe(on: MainScheduler.instance)
            .subscribe(onNext: { _ in }).disposed(by: bag)
        let driver = query.asDriver(onErrorJustReturn: "")
        Driver.combineLatest(driver, state.asDriver()) { $0 + "\($1)" }.drive(rx.title).disposed(by: bag)
        let signal: Signal<Void> = PublishRelay<Void>().asSignal()
        signal.withLatestFrom(driver).emit(onNext: { print($0) }).disposed(by: bag)
        let connectable = query.publish()
        connectable.connect().disposed(by: bag)
        Completable.create { c in
            c(.completed); return Disposables.create { captured = 0 }
        }.andThen(Observable.just(1)).subscribe().disposed(by: bag)
        Maybe<Int>.create { m in
            m(.success(1)); return Disposables.create()
        }.ifEmpty(default: 3).subscribe().disposed(by: bag)
        Observable.zip([query, query]).map { $0.joined() }.subscribe().disposed(by: bag)
        Single.zip(loadSingle(1), loadSingle(2)) { $0.id + $1.id }.subscribe().disposed(by: bag)
        Single.zip(loadSingle(1), loadSingle(2)).subscribe(onSuccess: { a, b in print(a.id + b.id) }).disposed(by: bag)
        let inf: Infallible<Int> = state.asInfallible()
        inf.flatMapLatest { n in Observable.just("\(n)").asInfallible(onErrorJustReturn: "") }.subscribe(onNext: {
            self.names.append($0)
        }).disposed(by: bag)
        state.flatMapLatest { n in Observable.just("\(n)") }.subscribe(onNext: { self.names.append($0) }).disposed(
            by: bag)
        state.flatMapLatest { n in self.loadSingle(n) }.subscribe(onNext: { self.names.append("\($0.id)") }).disposed(
            by: bag)
        state.flatMapLatest { n in inf }.map { "\($0)" }.subscribe(onNext: { self.names.append($0) }).disposed(by: bag)
    }
}
extension ViewModel: ReactiveCompatible {
    var title: String {
        get { "" }
        set {}
    }
}
extension Reactive where Base: ViewModel {
    var total: Binder<Int> { return Binder(self.base) { vm, n in vm.count = n } }
}

final class OrdinaryCodeTests: XCTestCase {
    func testRuns() throws {
        let (model, expectation) = (ViewModel(), self.expectation(description: "titles"))
        model.bind()
        model.query.onNext("a")
        var titles: [String] = []
        let subscription = model.query.map { $0.uppercased() }.subscribe(onNext: { title in
            titles.append(title)
            if titles.count == 2 { expectation.fulfill() }
        })
        model.query.onNext("b")
        model.query.onNext("c")
        wait(for: [expectation], timeout: 20)
        subscription.dispose()
        XCTAssertEqual(titles, ["B", "C"])
        XCTAssertTrue(model.names.contains("b 0"))
        XCTAssertEqual(try Observable.of(1, 2).toBlocking().toArray(), [1, 2])
    }

    func testVirtualTime() {
        let scheduler = TestScheduler(initialClock: 0)
        var created = 0
        let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
        let result = scheduler.start { () -> Observable<Int> in
            created += 1
            return source.map { $0 * 10 }
        }
        XCTAssertEqual(created, 1)
        XCTAssertEqual(result.events, [.next(210, 10), .next(220, 20), .completed(230)])
    }
}
