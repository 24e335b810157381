/// Combines streams of any number, for functions with a parameter pack.
///
/// A combination of packed elements takes about 25 ns more than one by the overloads of `Observable`, because the
/// compiler doesn't specialize it. Functions have the packs, and no type has: generic types with a pack need iOS 17.
enum SourcePack {
    /// Combines the newest elements; see ``ObservableType/combineLatest(_:resultSelector:)``.
    static func combineLatest<each Input: Sendable, Output>(
        _ source: repeat Observable<each Input>, selector: @escaping @Sendable (repeat each Input) throws -> Output
    ) -> Observable<Output> {
        ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let cells = SourceCells()
            repeat cells.append(makeLatest(each source))
            let stage = CombineLatestStage(sink, lifetime, count: cells.count) {
                var index = 0
                return try selector(repeat cells.newest((each Input).self, &index))
            }
            var index = 0
            repeat cells.connect(each source, to: stage, &index)
            if index == 0 { stage.complete() }
        }
    }

    /// Combines the elements by position; see ``ObservableType/zip(_:resultSelector:)``.
    /// - Parameter isTrait: true if each source has at most one element, as a trait has. The stream then completes with
    ///   the first source that has none, and without sources it delivers the result of `selector`.
    static func zip<each Input: Sendable, Output>(
        _ source: repeat Observable<each Input>, isTrait: Bool = false,
        selector: @escaping @Sendable (repeat each Input) throws -> Output
    ) -> Observable<Output> {
        ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let cells = SourceCells()
            repeat cells.append(makeZipBuffer(each source, lifetime))
            let stage = ZipStage(sink, lifetime, cells.zipBuffers, completesWhenExhausted: isTrait) {
                var index = 0
                return try selector(repeat cells.oldest((each Input).self, &index))
            }
            var index = 0
            repeat cells.connect(each source, to: stage, &index)
            guard index == 0 else { return }
            if isTrait { stage.emitNext() }
            stage.complete()
        }
    }

    private static func makeLatest<Element>(_: Observable<Element>) -> LatestValue<Element> { LatestValue() }
    private static func makeZipBuffer<Element>(_: Observable<Element>, _ consumer: Lifetime) -> ZipBuffer<Element> {
        ZipBuffer(consumer)
    }
}

/// The elements of the sources of one subscription.
///
/// The list is complete before the first source is connected. Its cells are accessed inside the stage's serializer.
private final class SourceCells {
    /// Not a tuple: the compiler would look up the metadata of each of its types for each combination.
    private var cells: ContiguousArray<AnyObject> = []

    var count: Int { cells.count }

    /// The cells, if each is a `ZipBuffer`.
    var zipBuffers: ContiguousArray<AnyZipBuffer> {
        ContiguousArray(cells.lazy.map { unsafeDowncast($0, to: AnyZipBuffer.self) })
    }

    func append(_ cell: AnyObject) { cells.append(cell) }

    func connect<Element, Output>(
        _ source: Observable<Element>, to stage: CombineLatestStage<Output>, _ index: inout Int
    ) {
        stage.connect(source, unsafeDowncast(cells[index], to: LatestValue<Element>.self))
        index += 1
    }

    func connect<Element, Output>(_ source: Observable<Element>, to stage: ZipStage<Output>, _ index: inout Int) {
        stage.connect(source, unsafeDowncast(cells[index], to: ZipBuffer<Element>.self))
        index += 1
    }

    /// Returns the newest element of the source at `index`, whose cell is a `LatestValue`.
    func newest<Element>(_: Element.Type, _ index: inout Int) -> Element {
        defer { index += 1 }
        return unsafeDowncast(cells[index], to: LatestValue<Element>.self).current
    }

    /// Removes and returns the oldest element of the source at `index`, whose cell is a `ZipBuffer`.
    func oldest<Element>(_: Element.Type, _ index: inout Int) -> Element {
        defer { index += 1 }
        return unsafeDowncast(cells[index], to: ZipBuffer<Element>.self).take()
    }
}
