// Written by Scripts/generate-arities.py. Edit the script, not this file.

extension ObservableType {
    /// Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> where O1.Element: Sendable, O2.Element: Sendable {
        let (s1, s2) = (source1.asObservable(), source2.asObservable())
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (latest1, latest2) = (LatestValue<O1.Element>(), LatestValue<O2.Element>())
            let stage = CombineLatestStage(sink, lifetime, count: 2) {
                try resultSelector(latest1.current, latest2.current)
            }
            stage.connect(s1, latest1)
            stage.connect(s2, latest2)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> where O1.Element: Sendable, O2.Element: Sendable {
        Observable<(O1.Element, O2.Element)>.combineLatest(source1, source2) { ($0, $1) }
    }
}

extension ObservableType {
    /// Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable {
        let (s1, s2, s3) = (source1.asObservable(), source2.asObservable(), source3.asObservable())
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (latest1, latest2, latest3) = (
                LatestValue<O1.Element>(), LatestValue<O2.Element>(), LatestValue<O3.Element>()
            )
            let stage = CombineLatestStage(sink, lifetime, count: 3) {
                try resultSelector(latest1.current, latest2.current, latest3.current)
            }
            stage.connect(s1, latest1)
            stage.connect(s2, latest2)
            stage.connect(s3, latest3)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Observable<(O1.Element, O2.Element, O3.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable {
        Observable<(O1.Element, O2.Element, O3.Element)>.combineLatest(source1, source2, source3) { ($0, $1, $2) }
    }
}

extension ObservableType {
    /// Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable {
        let (s1, s2, s3, s4) = (
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable()
        )
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (latest1, latest2, latest3, latest4) = (
                LatestValue<O1.Element>(), LatestValue<O2.Element>(), LatestValue<O3.Element>(),
                LatestValue<O4.Element>()
            )
            let stage = CombineLatestStage(sink, lifetime, count: 4) {
                try resultSelector(latest1.current, latest2.current, latest3.current, latest4.current)
            }
            stage.connect(s1, latest1)
            stage.connect(s2, latest2)
            stage.connect(s3, latest3)
            stage.connect(s4, latest4)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element)>.combineLatest(source1, source2, source3, source4) {
            ($0, $1, $2, $3)
        }
    }
}

extension ObservableType {
    /// Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
    ) -> Observable<Element>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable {
        let (s1, s2, s3, s4, s5) = (
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable()
        )
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (latest1, latest2, latest3, latest4, latest5) = (
                LatestValue<O1.Element>(), LatestValue<O2.Element>(), LatestValue<O3.Element>(),
                LatestValue<O4.Element>(), LatestValue<O5.Element>()
            )
            let stage = CombineLatestStage(sink, lifetime, count: 5) {
                try resultSelector(latest1.current, latest2.current, latest3.current, latest4.current, latest5.current)
            }
            stage.connect(s1, latest1)
            stage.connect(s2, latest2)
            stage.connect(s3, latest3)
            stage.connect(s4, latest4)
            stage.connect(s5, latest5)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>.combineLatest(
            source1, source2, source3, source4, source5
        ) { ($0, $1, $2, $3, $4) }
    }
}

extension ObservableType {
    /// Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element) throws ->
            Element
    ) -> Observable<Element>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable
    {
        let (s1, s2, s3, s4, s5, s6) = (
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable()
        )
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (latest1, latest2, latest3, latest4, latest5, latest6) = (
                LatestValue<O1.Element>(), LatestValue<O2.Element>(), LatestValue<O3.Element>(),
                LatestValue<O4.Element>(), LatestValue<O5.Element>(), LatestValue<O6.Element>()
            )
            let stage = CombineLatestStage(sink, lifetime, count: 6) {
                try resultSelector(
                    latest1.current, latest2.current, latest3.current, latest4.current, latest5.current, latest6.current
                )
            }
            stage.connect(s1, latest1)
            stage.connect(s2, latest2)
            stage.connect(s3, latest3)
            stage.connect(s4, latest4)
            stage.connect(s5, latest5)
            stage.connect(s6, latest6)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable
    {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>.combineLatest(
            source1, source2, source3, source4, source5, source6
        ) { ($0, $1, $2, $3, $4, $5) }
    }
}

extension ObservableType {
    /// Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)
            throws -> Element
    ) -> Observable<Element>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable, O7.Element: Sendable
    {
        let (s1, s2, s3, s4, s5, s6, s7) = (
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable()
        )
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (latest1, latest2, latest3, latest4, latest5, latest6, latest7) = (
                LatestValue<O1.Element>(), LatestValue<O2.Element>(), LatestValue<O3.Element>(),
                LatestValue<O4.Element>(), LatestValue<O5.Element>(), LatestValue<O6.Element>(),
                LatestValue<O7.Element>()
            )
            let stage = CombineLatestStage(sink, lifetime, count: 7) {
                try resultSelector(
                    latest1.current, latest2.current, latest3.current, latest4.current, latest5.current,
                    latest6.current, latest7.current)
            }
            stage.connect(s1, latest1)
            stage.connect(s2, latest2)
            stage.connect(s3, latest3)
            stage.connect(s4, latest4)
            stage.connect(s5, latest5)
            stage.connect(s6, latest6)
            stage.connect(s7, latest7)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable, O7.Element: Sendable
    {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)>.combineLatest(
            source1, source2, source3, source4, source5, source6, source7
        ) { ($0, $1, $2, $3, $4, $5, $6) }
    }
}

extension ObservableType {
    /// Combines the newest elements of all sources; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8,
        resultSelector:
            @escaping @Sendable (
                O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element
            ) throws -> Element
    ) -> Observable<Element>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable, O7.Element: Sendable, O8.Element: Sendable
    {
        let (s1, s2, s3, s4, s5, s6, s7, s8) = (
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable(), source8.asObservable()
        )
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (latest1, latest2, latest3, latest4, latest5, latest6, latest7, latest8) = (
                LatestValue<O1.Element>(), LatestValue<O2.Element>(), LatestValue<O3.Element>(),
                LatestValue<O4.Element>(), LatestValue<O5.Element>(), LatestValue<O6.Element>(),
                LatestValue<O7.Element>(), LatestValue<O8.Element>()
            )
            let stage = CombineLatestStage(sink, lifetime, count: 8) {
                try resultSelector(
                    latest1.current, latest2.current, latest3.current, latest4.current, latest5.current,
                    latest6.current, latest7.current, latest8.current)
            }
            stage.connect(s1, latest1)
            stage.connect(s2, latest2)
            stage.connect(s3, latest3)
            stage.connect(s4, latest4)
            stage.connect(s5, latest5)
            stage.connect(s6, latest6)
            stage.connect(s7, latest7)
            stage.connect(s8, latest8)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the newest elements of all sources as a tuple; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable, O7.Element: Sendable, O8.Element: Sendable
    {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)>
            .combineLatest(source1, source2, source3, source4, source5, source6, source7, source8) {
                ($0, $1, $2, $3, $4, $5, $6, $7)
            }
    }
}
