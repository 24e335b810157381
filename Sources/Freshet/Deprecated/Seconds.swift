// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.
// Operators that take times in seconds, as RxSwift did before version 5.

extension ObservableType {
    /// Takes the time in seconds; see ``debounce(_:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func debounce(
        _ seconds: Double, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        debounce(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``throttle(_:latest:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func throttle(
        _ seconds: Double, latest: Bool = true, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        throttle(RxTimeInterval(seconds: seconds), latest: latest, scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``delay(_:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func delay(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> where Element: Sendable {
        delay(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``delaySubscription(_:scheduler:)``.
    @preconcurrency
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func delaySubscription(
        _ seconds: Double, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        delaySubscription(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``timeout(_:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func timeout(
        _ seconds: Double, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        timeout(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``timeout(_:other:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func timeout<Source: ObservableConvertibleType>(
        _ seconds: Double, other: Source, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable, Source.Element == Element {
        timeout(RxTimeInterval(seconds: seconds), other: other, scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``buffer(timeSpan:count:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func buffer(
        timeSpan seconds: Double, count: Int, scheduler: any SchedulerType
    ) -> Observable<[Element]> where Element: Sendable {
        buffer(timeSpan: RxTimeInterval(seconds: seconds), count: count, scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``window(timeSpan:count:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func window(
        timeSpan seconds: Double, count: Int, scheduler: any SchedulerType
    ) -> Observable<Observable<Element>> where Element: Sendable {
        window(timeSpan: RxTimeInterval(seconds: seconds), count: count, scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``skip(_:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func skip(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> {
        skip(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``take(for:scheduler:)``.
    @preconcurrency
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func take(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> where Element: Sendable {
        take(for: RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }
}

extension ObservableType where Element: FixedWidthInteger & SendableMetatype {
    /// Takes the time in seconds; see ``interval(_:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public static func interval(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> {
        interval(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``timer(_:period:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public static func timer(
        _ seconds: Double, period: Double? = nil, scheduler: any SchedulerType
    ) -> Observable<Element> {
        timer(
            RxTimeInterval(seconds: seconds), period: period.map { RxTimeInterval(seconds: $0) }, scheduler: scheduler)
    }
}

extension PrimitiveSequence {
    /// Takes the time in seconds; see ``delay(_:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func delay(
        _ seconds: Double, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        delay(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``delaySubscription(_:scheduler:)``.
    @preconcurrency
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func delaySubscription(
        _ seconds: Double, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        delaySubscription(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }

    /// Takes the time in seconds; see ``timeout(_:scheduler:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func timeout(
        _ seconds: Double, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        timeout(RxTimeInterval(seconds: seconds), scheduler: scheduler)
    }
}

extension SharedSequenceConvertibleType {
    /// Takes the time in seconds; see ``debounce(_:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func debounce(_ seconds: Double) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        debounce(RxTimeInterval(seconds: seconds))
    }

    /// Takes the time in seconds; see ``throttle(_:latest:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func throttle(
        _ seconds: Double, latest: Bool = true
    ) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        throttle(RxTimeInterval(seconds: seconds), latest: latest)
    }

    /// Takes the time in seconds; see ``delay(_:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public func delay(_ seconds: Double) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
        delay(RxTimeInterval(seconds: seconds))
    }
}

extension SharedSequence where Element: FixedWidthInteger & SendableMetatype {
    /// Takes the time in seconds; see ``interval(_:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public static func interval(_ seconds: Double) -> SharedSequence<SharingStrategy, Element> {
        interval(RxTimeInterval(seconds: seconds))
    }

    /// Takes the time in seconds; see ``timer(_:period:)``.
    @available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")
    public static func timer(_ seconds: Double, period: Double) -> SharedSequence<SharingStrategy, Element> {
        timer(RxTimeInterval(seconds: seconds), period: RxTimeInterval(seconds: period))
    }
}
