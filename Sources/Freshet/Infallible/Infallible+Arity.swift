// Written by Scripts/generate-arities.py. Edit the script, not this file.

extension InfallibleType where Element == Any {
    /// Delivers the newest elements of all sources as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: InfallibleType, O2: InfallibleType>(
        _ source1: O1, _ source2: O2
    ) -> Infallible<(O1.Element, O2.Element)> where O1.Element: Sendable, O2.Element: Sendable {
        Infallible<(O1.Element, O2.Element)>.combineLatest(source1, source2) { ($0, $1) }
    }

    /// Delivers the newest elements of all sources as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: InfallibleType, O2: InfallibleType, O3: InfallibleType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Infallible<(O1.Element, O2.Element, O3.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable {
        Infallible<(O1.Element, O2.Element, O3.Element)>.combineLatest(source1, source2, source3) { ($0, $1, $2) }
    }

    /// Delivers the newest elements of all sources as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable {
        Infallible<(O1.Element, O2.Element, O3.Element, O4.Element)>.combineLatest(source1, source2, source3, source4) {
            ($0, $1, $2, $3)
        }
    }

    /// Delivers the newest elements of all sources as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>
    where O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable {
        Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>.combineLatest(
            source1, source2, source3, source4, source5
        ) { ($0, $1, $2, $3, $4) }
    }

    /// Delivers the newest elements of all sources as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
        O6: InfallibleType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable
    {
        Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>.combineLatest(
            source1, source2, source3, source4, source5, source6
        ) { ($0, $1, $2, $3, $4, $5) }
    }

    /// Delivers the newest elements of all sources as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
        O6: InfallibleType, O7: InfallibleType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable, O7.Element: Sendable
    {
        Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)>.combineLatest(
            source1, source2, source3, source4, source5, source6, source7
        ) { ($0, $1, $2, $3, $4, $5, $6) }
    }

    /// Delivers the newest elements of all sources as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<
        O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
        O6: InfallibleType, O7: InfallibleType, O8: InfallibleType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)>
    where
        O1.Element: Sendable, O2.Element: Sendable, O3.Element: Sendable, O4.Element: Sendable, O5.Element: Sendable,
        O6.Element: Sendable, O7.Element: Sendable, O8.Element: Sendable
    {
        Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)>
            .combineLatest(source1, source2, source3, source4, source5, source6, source7, source8) {
                ($0, $1, $2, $3, $4, $5, $6, $7)
            }
    }
}
