import Foundation
import Freshet
import XCTest

// A class of the shape that many apps for RxSwift contain: it converts to a driver, and declares only `asSharedSequence()`.

/// An activity indicator: true while any of the tracked streams is running.
class ActivityIndicator: SharedSequenceConvertibleType {
    typealias Element = Bool
    typealias SharingStrategy = DriverSharingStrategy

    private let lock = NSRecursiveLock()
    private let count = BehaviorRelay(value: 0)
    private let isBusy: SharedSequence<SharingStrategy, Bool>

    init() { isBusy = count.asDriver().map { $0 > 0 }.distinctUntilChanged() }

    fileprivate func track<Source: ObservableConvertibleType>(_ source: Source) -> Observable<Source.Element> {
        return Observable.using({ () -> ActivityToken<Source.Element> in
            self.change(by: 1)
            return ActivityToken(source: source.asObservable(), whenDisposed: { self.change(by: -1) })
        }) { token in token.source }
    }

    private func change(by difference: Int) {
        lock.lock()
        count.accept(count.value + difference)
        lock.unlock()
    }

    func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { return isBusy }
}

private struct ActivityToken<E>: Disposable {
    let source: Observable<E>
    private let cancelable: Cancelable

    init(source: Observable<E>, whenDisposed: @escaping () -> Void) {
        self.source = source
        cancelable = Disposables.create(with: whenDisposed)
    }

    func dispose() { cancelable.dispose() }
}

extension ObservableConvertibleType {
    func trackActivity(_ indicator: ActivityIndicator) -> Observable<Element> { return indicator.track(self) }
}

final class ActivityTests: XCTestCase {
    func testAClassThatConvertsToADriverIsADriver() {
        let indicator = ActivityIndicator()
        var states: [Bool] = []
        let work = PublishSubject<Int>()
        let bag = DisposeBag()
        indicator.drive(onNext: { states.append($0) }).disposed(by: bag)
        indicator.asObservable().filter { $0 }.subscribe().disposed(by: bag)
        indicator.asDriver().map { !$0 }.drive().disposed(by: bag)
        work.trackActivity(indicator).subscribe().disposed(by: bag)
        XCTAssertEqual(states, [false, true])
        work.onCompleted()
        XCTAssertEqual(states, [false, true, false])
    }

    func testItCombinesWithDrivers() {
        let indicator = ActivityIndicator()
        var states: [String] = []
        let bag = DisposeBag()
        Driver.combineLatest(indicator, Driver.just(1)) { "\($0) \($1)" }
            .drive(onNext: { states.append($0) }).disposed(by: bag)
        Driver.zip(Driver.just(2), indicator, resultSelector: { "\($0) \($1)" })
            .drive(onNext: { states.append($0) }).disposed(by: bag)
        XCTAssertEqual(states, ["false 1", "2 false"])
    }
}
