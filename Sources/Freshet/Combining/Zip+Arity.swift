// Written by Scripts/generate-arities.py. Edit the script, not this file.

extension ObservableType {
    /// Combines the elements of all sources by position; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> where O1.Element: Sendable, O2.Element: Sendable {
        let (s1, s2) = (source1.asObservable(), source2.asObservable())
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (buffer1, buffer2) = (ZipBuffer<O1.Element>(lifetime), ZipBuffer<O2.Element>(lifetime))
            let stage = ZipStage(sink, lifetime, [buffer1, buffer2]) {
                try resultSelector(buffer1.take(), buffer2.take())
            }
            stage.connect(s1, buffer1)
            stage.connect(s2, buffer2)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the elements of all sources by position, as tuples; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> where O1.Element: Sendable, O2.Element: Sendable {
        Observable<(O1.Element, O2.Element)>.zip(source1, source2) { ($0, $1) }
    }
}

extension ObservableType {
    /// Combines the elements of all sources by position; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable {
        let (s1, s2, s3) = (source1.asObservable(), source2.asObservable(), source3.asObservable())
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (buffer1, buffer2, buffer3) = (
                ZipBuffer<O1.Element>(lifetime), ZipBuffer<O2.Element>(lifetime), ZipBuffer<O3.Element>(lifetime)
            )
            let stage = ZipStage(sink, lifetime, [buffer1, buffer2, buffer3]) {
                try resultSelector(buffer1.take(), buffer2.take(), buffer3.take())
            }
            stage.connect(s1, buffer1)
            stage.connect(s2, buffer2)
            stage.connect(s3, buffer3)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the elements of all sources by position, as tuples; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Observable<(O1.Element, O2.Element, O3.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable {
        Observable<(O1.Element, O2.Element, O3.Element)>.zip(source1, source2, source3) { ($0, $1, $2) }
    }
}

extension ObservableType {
    /// Combines the elements of all sources by position; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable {
        let (s1, s2, s3, s4) = (
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable()
        )
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let (buffer1, buffer2, buffer3, buffer4) = (
                ZipBuffer<O1.Element>(lifetime), ZipBuffer<O2.Element>(lifetime), ZipBuffer<O3.Element>(lifetime),
                ZipBuffer<O4.Element>(lifetime)
            )
            let stage = ZipStage(sink, lifetime, [buffer1, buffer2, buffer3, buffer4]) {
                try resultSelector(buffer1.take(), buffer2.take(), buffer3.take(), buffer4.take())
            }
            stage.connect(s1, buffer1)
            stage.connect(s2, buffer2)
            stage.connect(s3, buffer3)
            stage.connect(s4, buffer4)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the elements of all sources by position, as tuples; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element)>.zip(source1, source2, source3, source4) {
            ($0, $1, $2, $3)
        }
    }
}

extension ObservableType {
    /// Combines the elements of all sources by position; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<
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
            let (buffer1, buffer2, buffer3, buffer4, buffer5) = (
                ZipBuffer<O1.Element>(lifetime), ZipBuffer<O2.Element>(lifetime), ZipBuffer<O3.Element>(lifetime),
                ZipBuffer<O4.Element>(lifetime), ZipBuffer<O5.Element>(lifetime)
            )
            let stage = ZipStage(sink, lifetime, [buffer1, buffer2, buffer3, buffer4, buffer5]) {
                try resultSelector(buffer1.take(), buffer2.take(), buffer3.take(), buffer4.take(), buffer5.take())
            }
            stage.connect(s1, buffer1)
            stage.connect(s2, buffer2)
            stage.connect(s3, buffer3)
            stage.connect(s4, buffer4)
            stage.connect(s5, buffer5)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the elements of all sources by position, as tuples; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>.zip(
            source1, source2, source3, source4, source5
        ) { ($0, $1, $2, $3, $4) }
    }
}

extension ObservableType {
    /// Combines the elements of all sources by position; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<
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
            let (buffer1, buffer2, buffer3, buffer4, buffer5, buffer6) = (
                ZipBuffer<O1.Element>(lifetime), ZipBuffer<O2.Element>(lifetime), ZipBuffer<O3.Element>(lifetime),
                ZipBuffer<O4.Element>(lifetime), ZipBuffer<O5.Element>(lifetime), ZipBuffer<O6.Element>(lifetime)
            )
            let stage = ZipStage(sink, lifetime, [buffer1, buffer2, buffer3, buffer4, buffer5, buffer6]) {
                try resultSelector(
                    buffer1.take(), buffer2.take(), buffer3.take(), buffer4.take(), buffer5.take(), buffer6.take())
            }
            stage.connect(s1, buffer1)
            stage.connect(s2, buffer2)
            stage.connect(s3, buffer3)
            stage.connect(s4, buffer4)
            stage.connect(s5, buffer5)
            stage.connect(s6, buffer6)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the elements of all sources by position, as tuples; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable
    {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>.zip(
            source1, source2, source3, source4, source5, source6
        ) { ($0, $1, $2, $3, $4, $5) }
    }
}

extension ObservableType {
    /// Combines the elements of all sources by position; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<
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
            let (buffer1, buffer2, buffer3, buffer4, buffer5, buffer6, buffer7) = (
                ZipBuffer<O1.Element>(lifetime), ZipBuffer<O2.Element>(lifetime), ZipBuffer<O3.Element>(lifetime),
                ZipBuffer<O4.Element>(lifetime), ZipBuffer<O5.Element>(lifetime), ZipBuffer<O6.Element>(lifetime),
                ZipBuffer<O7.Element>(lifetime)
            )
            let stage = ZipStage(sink, lifetime, [buffer1, buffer2, buffer3, buffer4, buffer5, buffer6, buffer7]) {
                try resultSelector(
                    buffer1.take(), buffer2.take(), buffer3.take(), buffer4.take(), buffer5.take(), buffer6.take(),
                    buffer7.take())
            }
            stage.connect(s1, buffer1)
            stage.connect(s2, buffer2)
            stage.connect(s3, buffer3)
            stage.connect(s4, buffer4)
            stage.connect(s5, buffer5)
            stage.connect(s6, buffer6)
            stage.connect(s7, buffer7)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the elements of all sources by position, as tuples; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable, O7.Element: Sendable
    {
        Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)>.zip(
            source1, source2, source3, source4, source5, source6, source7
        ) { ($0, $1, $2, $3, $4, $5, $6) }
    }
}

extension ObservableType {
    /// Combines the elements of all sources by position; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<
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
            let (buffer1, buffer2, buffer3, buffer4, buffer5, buffer6, buffer7, buffer8) = (
                ZipBuffer<O1.Element>(lifetime), ZipBuffer<O2.Element>(lifetime), ZipBuffer<O3.Element>(lifetime),
                ZipBuffer<O4.Element>(lifetime), ZipBuffer<O5.Element>(lifetime), ZipBuffer<O6.Element>(lifetime),
                ZipBuffer<O7.Element>(lifetime), ZipBuffer<O8.Element>(lifetime)
            )
            let stage = ZipStage(
                sink, lifetime, [buffer1, buffer2, buffer3, buffer4, buffer5, buffer6, buffer7, buffer8]
            ) {
                try resultSelector(
                    buffer1.take(), buffer2.take(), buffer3.take(), buffer4.take(), buffer5.take(), buffer6.take(),
                    buffer7.take(), buffer8.take())
            }
            stage.connect(s1, buffer1)
            stage.connect(s2, buffer2)
            stage.connect(s3, buffer3)
            stage.connect(s4, buffer4)
            stage.connect(s5, buffer5)
            stage.connect(s6, buffer6)
            stage.connect(s7, buffer7)
            stage.connect(s8, buffer8)
        }
    }
}

extension ObservableType where Element == Any {
    /// Delivers the elements of all sources by position, as tuples; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<
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
            .zip(source1, source2, source3, source4, source5, source6, source7, source8) {
                ($0, $1, $2, $3, $4, $5, $6, $7)
            }
    }
}
