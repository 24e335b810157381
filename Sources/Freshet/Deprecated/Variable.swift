/// RxSwift's earlier form of ``BehaviorRelay``, whose stream completes when the variable is released.
@available(*, deprecated, message: "Use BehaviorRelay instead.")
public final class Variable<Element> {
    private let subject: BehaviorSubject<Element>

    /// Creates a variable with an initial value.
    public init(_ value: Element) { subject = BehaviorSubject(anyValue: value) }

    deinit { subject.on(.completed) }

    /// The current value. Setting it, on any thread, delivers it to all subscribers.
    public var value: Element {
        get { subject.multicaster.value }
        set { subject.onNext(newValue) }
    }

    /// Returns the stream of the current and later values.
    ///
    /// The stream never fails, and completes when the variable is released.
    public func asObservable() -> Observable<Element> { subject }
}

@available(*, deprecated, message: "Use BehaviorRelay instead.")
extension Variable: Sendable where Element: Sendable {}

extension ObservableType {
    /// Sets the variable to each element. An error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    @available(*, deprecated, message: "Use BehaviorRelay instead.")
    public func bind(to variable: Variable<Element>) -> any Disposable where Element: Sendable {
        subscribe(onNext: { variable.value = $0 })
    }

    /// Sets a variable of an optional type to each element. An error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    @available(*, deprecated, message: "Use BehaviorRelay instead.")
    public func bind(to variable: Variable<Element?>) -> any Disposable where Element: Sendable {
        subscribe(onNext: { variable.value = $0 })
    }

    /// RxSwift's earlier name; see ``bind(to:)-(Variable<Self.Element>)``.
    @preconcurrency
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo(_ variable: Variable<Element>) -> any Disposable where Element: Sendable { bind(to: variable) }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Sets the variable to each element, on the main thread.
    @available(*, deprecated, message: "Use BehaviorRelay instead.")
    public func drive(_ variable: Variable<Element>) -> any Disposable {
        asObservable().subscribe(onNext: { variable.value = $0 })
    }

    /// Sets a variable of an optional type to each element, on the main thread.
    @available(*, deprecated, message: "Use BehaviorRelay instead.")
    public func drive(_ variable: Variable<Element?>) -> any Disposable {
        asObservable().subscribe(onNext: { variable.value = $0 })
    }
}

@available(*, deprecated, message: "Use BehaviorRelay instead.")
extension Variable {
    /// Returns a driver of the variable's values.
    /// - Ends: when the variable is released.
    /// - Runs on: the main thread.
    /// - Keeps: the newest value.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable {
        Driver(subject.observe(on: DriverSharingStrategy.scheduler))
    }
}
