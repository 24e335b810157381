public import Freshet

// RxTest's functions before version 5.

/// The former name of ``Recorded/next(_:_:)``.
@available(*, deprecated, renamed: "Recorded.next(_:_:)")
public func next<T>(_ time: TestTime, _ element: T) -> Recorded<Event<T>> { .next(time, element) }

/// The former name of ``Recorded/completed(_:_:)``.
@available(*, deprecated, renamed: "Recorded.completed(_:)")
public func completed<T>(_ time: TestTime, _: T.Type = T.self) -> Recorded<Event<T>> { .completed(time) }

/// The former name of ``Recorded/error(_:_:_:)``.
@available(*, deprecated, renamed: "Recorded.error(_:_:)")
public func error<T>(_ time: TestTime, _ error: any Error, _: T.Type = T.self) -> Recorded<Event<T>> {
    .error(time, error)
}
