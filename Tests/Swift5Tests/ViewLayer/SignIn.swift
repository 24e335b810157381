import Freshet

struct Credentials: Equatable {
    var name = ""
    var password = ""
}

enum SignInState: Equatable {
    case idle, waiting, signedIn(String), failed(LoadError)
}

class SignInViewModel {
    let name = BehaviorRelay<String?>(value: nil)
    let password = BehaviorRelay<String?>(value: nil)
    let submit = PublishRelay<Void>()
    let isValid: Driver<Bool>
    let state: Driver<SignInState>

    init(signIn: @escaping @Sendable (Credentials) -> Single<String>) {
        let credentials = Driver.combineLatest(name.asDriver(), password.asDriver()) {
            Credentials(name: $0 ?? "", password: $1 ?? "")
        }
        .distinctUntilChanged()
        isValid = credentials.map { !$0.name.isEmpty && $0.password.count >= 8 }.distinctUntilChanged()
        state = submit.asSignal()
            .withLatestFrom(credentials)
            .flatMapLatest { credentials in
                signIn(credentials)
                    .map { SignInState.signedIn($0) }
                    .asDriver { .just(SignInState.failed($0 as? LoadError ?? .offline)) }
                    .startWith(.waiting)
            }
            .asDriver(onErrorJustReturn: .idle)
            .startWith(.idle)
    }
}

class SignInViewController: ViewController {
    let name = TextField()
    let password = TextField()
    let submit = Button()
    let status = Label()
    private let viewModel: SignInViewModel
    private let bag = DisposeBag()

    init(viewModel: SignInViewModel) { self.viewModel = viewModel }

    private func describe(_ state: SignInState) -> String {
        switch state {
        case .idle: ""
        case .waiting: "…"
        case .signedIn(let name): "Hello, \(name)"
        case .failed(let error): "\(error)"
        }
    }

    override func viewDidLoad() {
        name.rx.text.bind(to: viewModel.name).disposed(by: bag)
        password.rx.text.bind(to: viewModel.password).disposed(by: bag)
        submit.rx.tap.bind(to: viewModel.submit).disposed(by: bag)
        viewModel.isValid.drive(submit.rx.isEnabled).disposed(by: bag)
        viewModel.state
            .map { [weak self] in self?.describe($0) }
            .drive(status.rx.text)
            .disposed(by: bag)
        viewModel.state
            .scan(0) { failures, state in if case .failed = state { failures + 1 } else { failures } }
            .distinctUntilChanged { $0 }
            .compactMap { [weak self] failures in failures == 3 ? self?.describe(.failed(.offline)) : nil }
            .drive(with: self, onNext: { $0.alert($1) })
            .disposed(by: bag)
    }
}
