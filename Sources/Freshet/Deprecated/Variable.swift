// Safe to share: see Current.
/// What RxSwift had for ``BehaviorRelay``: a value that can be set and watched, whose stream completes when this is released.
@available(*, deprecated, message: "Please use BehaviorRelay")
public final class Variable<Element>: @unchecked Sendable {
    private let current: Current<Element>

    /// A variable with that value.
    public init(_ value: Element) { current = Current(value) }

    deinit { current.on(.completed) }

    /// The present value; setting it delivers it to all who listen. May be used from any thread.
    public var value: Element {
        get { current.value }
        set { current.accept(newValue) }
    }

    /// The stream of the present value and what is set later. It never fails, and completes when the variable is released.
    public func asObservable() -> Observable<Element> { current }
}

extension ObservableType {
    /// Sets the variable to each element; an error goes to ``Hooks/defaultErrorHandler``.
    @available(*, deprecated, message: "Please use BehaviorRelay")
    public func bind(to variable: Variable<Element>) -> any Disposable {
        subscribe(onNext: { variable.value = $0 })
    }

    /// Sets the variable of the optional to each element.
    @available(*, deprecated, message: "Please use BehaviorRelay")
    public func bind(to variable: Variable<Element?>) -> any Disposable {
        subscribe(onNext: { variable.value = $0 })
    }

    /// The former name of ``bind(to:)-(Variable<Self.Element>)``.
    @available(*, deprecated, renamed: "bind(to:)")
    public func bindTo(_ variable: Variable<Element>) -> any Disposable { bind(to: variable) }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Sets the variable to each element, on the main thread.
    @available(*, deprecated, message: "Please use BehaviorRelay")
    public func drive(_ variable: Variable<Element>) -> any Disposable {
        asObservable().subscribe(onNext: { variable.value = $0 })
    }

    /// Sets the variable of the optional to each element, on the main thread.
    @available(*, deprecated, message: "Please use BehaviorRelay")
    public func drive(_ variable: Variable<Element?>) -> any Disposable {
        asObservable().subscribe(onNext: { variable.value = $0 })
    }
}

@available(*, deprecated, message: "Please use BehaviorRelay")
extension Variable {
    /// The present value and what is set later, on the main thread. Completes when the variable is released.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable {
        Driver(current.observe(on: DriverSharingStrategy.scheduler))
    }
}
