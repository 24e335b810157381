import Dispatch
import Freshet
import Testing

// A view controller in the style of tutorials from 2017. It is marked deprecated, so its deprecated calls cause no warnings.

@available(*, deprecated)
private class SearchController {
    let disposeBag = DisposeBag()
    let searchText = Variable("")
    let results = Variable<[String]>([])
    func viewDidLoad() {
        searchText.asObservable()
            .throttle(0.3, scheduler: MainScheduler.instance)
            .distinctUntilChanged()
            .flatMapLatest { q -> Observable<[String]> in Observable.just([q]).catchErrorJustReturn([]) }
            .observeOn(MainScheduler.instance)
            .bindTo(results)
            .addDisposableTo(disposeBag)
        searchText.asObservable().shareReplay(1).subscribeOn(ConcurrentDispatchQueueScheduler(qos: .background))
            .takeUntil(results.asObservable()).skipWhile { $0.isEmpty }.mapWithIndex { s, i in "\(s)\(i)" }.subscribe(
                onNext: { print($0) }).disposed(by: disposeBag)
        Observable<Int>.interval(1.0, scheduler: MainScheduler.instance).take(3).elementAt(1).subscribe()
            .addDisposableTo(disposeBag)
        Observable<Int>.timer(1, period: 2, scheduler: MainScheduler.instance).delay(
            0.5, scheduler: MainScheduler.instance
        ).retryWhen { e in e.flatMap { _ in Observable<Int>.timer(3, scheduler: MainScheduler.instance) } }.subscribe()
            .addDisposableTo(disposeBag)
        searchText.asDriver().throttle(0.5).drive(onNext: { print($0) }).disposed(by: disposeBag)
        searchText.value = "x"
        Single.just(1).subscribe(onSuccess: { print($0) }, onError: { print($0) }).disposed(by: disposeBag)
    }
}

@Suite("A tutorial from 2017") struct TutorialTests {
    @available(*, deprecated)
    @Test("The tutorial compiles and runs") @MainActor func runs() async {
        let controller = SearchController()
        controller.viewDidLoad()
        while controller.results.value != ["x"] { await Task.yield() }
        #expect(controller.searchText.value == "x")
    }
}
