public import Freshet

// Functions of RxTest before version 5.

/// RxSwift's earlier name; see ``Recorded/next(_:_:)``.
@available(*, deprecated, renamed: "Recorded.next(_:_:)")
public func next<T>(_ time: TestTime, _ element: T) -> Recorded<Event<T>> { .next(time, element) }

/// RxSwift's earlier name; see ``Recorded/completed(_:_:)``.
@available(*, deprecated, renamed: "Recorded.completed(_:)")
public func completed<T>(_ time: TestTime, _: T.Type = T.self) -> Recorded<Event<T>> { .completed(time) }

/// RxSwift's earlier name; see ``Recorded/error(_:_:_:)``.
@available(*, deprecated, renamed: "Recorded.error(_:_:)")
public func error<T>(_ time: TestTime, _ error: any Error, _: T.Type = T.self) -> Recorded<Event<T>> {
    .error(time, error)
}
