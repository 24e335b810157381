// Times in seconds, as RxSwift had them before version 5.

extension ObservableType {
    /// ``debounce(_:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func debounce(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        debounce(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// ``throttle(_:latest:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func throttle(_ seconds: Double, latest: Bool = true, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        throttle(RxTimeInterval(seconds: seconds), latest: latest, scheduler: scheduler)
    }

    /// ``delay(_:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func delay(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> where Element: Sendable {
        delay(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// ``delaySubscription(_:scheduler:)`` with a number of seconds.
    @preconcurrency
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func delaySubscription(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        delaySubscription(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// ``timeout(_:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func timeout(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        timeout(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// ``timeout(_:other:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func timeout<Source: ObservableConvertibleType>(
        _ seconds: Double, other: Source, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable, Source.Element == Element {
        timeout(RxTimeInterval(seconds: seconds), other: other, scheduler: scheduler)
    }

    /// ``buffer(timeSpan:count:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func buffer(timeSpan seconds: Double, count: Int, scheduler: any SchedulerType) -> Observable<[Element]>
    where Element: Sendable {
        buffer(timeSpan: RxTimeInterval(seconds: seconds), count: count, scheduler: scheduler)
    }

    /// ``window(timeSpan:count:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func window(timeSpan seconds: Double, count: Int, scheduler: any SchedulerType) -> Observable<
        Observable<Element>
    > where Element: Sendable {
        window(timeSpan: RxTimeInterval(seconds: seconds), count: count, scheduler: scheduler)
    }

    /// ``skip(_:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func skip(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> {
        skip(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// ``take(for:scheduler:)`` with a number of seconds.
    @preconcurrency
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func take(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> where Element: Sendable {
        take(for: RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }
}

extension ObservableType where Element: FixedWidthInteger & SendableMetatype {
    /// ``interval(_:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public static func interval(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> {
        interval(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// ``timer(_:period:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public static func timer(_ seconds: Double, period: Double? = nil, scheduler: any SchedulerType) -> Observable<
        Element
    > {
        timer(
            RxTimeInterval(seconds: seconds), period: period.map { RxTimeInterval(seconds: $0) }, scheduler: scheduler)
    }
}

extension PrimitiveSequence {
    /// ``delay(_:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func delay(_ seconds: Double, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        delay(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// ``delaySubscription(_:scheduler:)`` with a number of seconds.
    @preconcurrency
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func delaySubscription(_ seconds: Double, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        delaySubscription(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// ``timeout(_:scheduler:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func timeout(_ seconds: Double, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        timeout(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }
}

extension SharedSequenceConvertibleType {
    /// ``debounce(_:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func debounce(_ seconds: Double) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        debounce(RxTimeInterval(seconds: seconds))
    }

    /// ``throttle(_:latest:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func throttle(_ seconds: Double, latest: Bool = true) -> SharedSequence<SharingStrategy, Element>
    where Element: Sendable {
        throttle(RxTimeInterval(seconds: seconds), latest: latest)
    }

    /// ``delay(_:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public func delay(_ seconds: Double) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        delay(RxTimeInterval(seconds: seconds))
    }
}

extension SharedSequence where Element: FixedWidthInteger & SendableMetatype {
    /// ``interval(_:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public static func interval(_ seconds: Double) -> SharedSequence<SharingStrategy, Element> {
        interval(RxTimeInterval(seconds: seconds))
    }

    /// ``timer(_:period:)`` with a number of seconds.
    @available(*, deprecated, message: "Please write the time as .milliseconds(…) or .seconds(…)")
    public static func timer(_ seconds: Double, period: Double) -> SharedSequence<SharingStrategy, Element> {
        timer(RxTimeInterval(seconds: seconds), period: RxTimeInterval(seconds: period))
    }
}
