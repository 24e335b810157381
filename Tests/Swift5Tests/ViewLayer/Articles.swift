import Dispatch
import Foundation
import Freshet
import FreshetFoundation

struct Article: Equatable {
    var id: Int
    var title: String
    var isRead = false
}

enum Filter: Equatable {
    case all, unread
}

enum LoadError: Error, Equatable {
    case offline, server(Int)
}

extension Notification.Name {
    nonisolated static let articlesDidChange = Notification.Name("articlesDidChange")
}

/// An activity indicator: true while any of the tracked streams is running.
nonisolated final class Activity: SharedSequenceConvertibleType, Sendable {
    typealias Element = Bool
    typealias SharingStrategy = DriverSharingStrategy

    private let count = BehaviorRelay(value: 0)

    func asSharedSequence() -> Driver<Bool> { count.asDriver().map { $0 > 0 }.distinctUntilChanged() }

    func track<Source: ObservableConvertibleType>(_ source: Source) -> Observable<Source.Element> {
        let count = count
        return source.asObservable().do(
            onSubscribe: { count.accept(count.value + 1) }, onDispose: { count.accept(count.value - 1) })
    }
}

class ArticlesViewModel {
    let filter = BehaviorRelay(value: Filter.all)
    let refresh = PublishRelay<Void>()
    let articles: Driver<[Article]>
    let newest: Driver<Article?>
    let isLoading: Driver<Bool>
    let errors: Signal<String>

    init(load: @escaping @Sendable () -> Single<[Article]>) {
        let (activity, failures) = (Activity(), PublishRelay<any Error>())
        let loaded = refresh.asSignal().startWith(()).asObservable()
            .flatMapLatest {
                activity.track(load().observe(on: ConcurrentDispatchQueueScheduler(qos: .userInitiated)))
                    .do(onError: { failures.accept($0) })
                    .catch { _ in .empty() }
            }
            .asDriver(onErrorJustReturn: [])
            .startWith([])
        articles = Driver.combineLatest(loaded, filter.distinctUntilChanged().asDriver(onErrorJustReturn: .all)) {
            articles, filter in
            filter == .all ? articles : articles.filter { !$0.isRead }
        }
        .distinctUntilChanged()
        newest = articles.map { $0.first }.distinctUntilChanged()
        isLoading = activity.asDriver()
        errors = failures.asSignal().map { error in
            switch error as? LoadError {
            case .offline?: "You're offline."
            case .server(let status)?: "The server failed (\(status))."
            case nil: "Something failed."
            }
        }
    }
}

class ArticlesViewController: ViewController {
    let list = ListView()
    let spinner = View()
    let caption = Label()
    let unreadOnly = Button()
    let reload = Button()
    private(set) var visits = 0
    private(set) var changes = 0
    private let viewModel: ArticlesViewModel
    private let center: NotificationCenter
    private let bag = DisposeBag()

    init(viewModel: ArticlesViewModel, center: NotificationCenter) {
        self.viewModel = viewModel
        self.center = center
    }

    private func row(for article: Article) -> String { (article.isRead ? "" : "• ") + article.title }
    private func visit(_ article: Article) { visits += article.id }

    override func viewDidLoad() {
        // First: a signal replays nothing, and the list starts to load.
        viewModel.errors.emit(with: self, onNext: { $0.alert($1) }).disposed(by: bag)
        viewModel.articles
            .map { [weak self] articles in articles.compactMap { self?.row(for: $0) } }
            .drive(onNext: { [weak self] in self?.list.rows = $0 })
            .disposed(by: bag)
        viewModel.newest
            .withUnretained(self) { controller, article in article.map(controller.row) ?? "No articles" }
            .drive(caption.rx.text)
            .disposed(by: bag)
        viewModel.isLoading.map { !$0 }.drive(spinner.rx.isHidden).disposed(by: bag)
        unreadOnly.rx.tap.asSignal()
            .emit(with: self, onNext: { controller, _ in controller.viewModel.filter.accept(.unread) })
            .disposed(by: bag)
        reload.rx.tap.bind(to: viewModel.refresh).disposed(by: bag)
        list.rx.itemSelected.asSignal()
            .withLatestFrom(viewModel.articles) { $1[$0] }
            .do(onNext: { [weak self] in self?.visit($0) })
            .filter { [weak self] article in self?.shown.contains(article.title) == false }
            .withUnretained(self)
            .emit(onNext: { controller, article in controller.show(article.title) })
            .disposed(by: bag)
        center.rx.notification(.articlesDidChange)
            .observe(on: MainScheduler.instance)
            .bind(onMain: { [weak self] _ in self?.changes += 1 })
            .disposed(by: bag)
        viewModel.articles.asObservable().skip(1)
            .subscribe(with: self, onMain: { controller, articles in controller.changes += articles.count })
            .disposed(by: bag)
        viewModel.filter
            .bind(with: self, onMain: { controller, filter in controller.unreadOnly.isEnabled = filter == .all })
            .disposed(by: bag)
    }
}
