/// Streams of any number, for functions with a parameter pack.
///
/// A combination of packed elements takes about 25 ns more than one by the overloads of `Observable`, because the
/// compiler doesn't specialize it.
struct SourcePack<each Input: Sendable>: Sendable {
    private let sources: (repeat Observable<each Input>)

    init(_ source: repeat Observable<each Input>) { sources = (repeat each source) }

    /// Combines the newest elements; see ``ObservableType/combineLatest(_:resultSelector:)``.
    func combineLatest<Output>(
        _ selector: @escaping @Sendable (repeat each Input) throws -> Output
    ) -> Observable<Output> {
        CombineLatest { sink, lifetime in
            let combination = Combination(selector)
            repeat combination.append(makeLatest(each sources))
            let stage = CombineLatestStage(sink, lifetime, count: combination.count) { try combination.newest() }
            var index = 0
            repeat combination.connect(each sources, to: stage, &index)
            if index == 0 { stage.complete() }
        }
    }

    /// Combines the elements by position; see ``ObservableType/zip(_:resultSelector:)``.
    func zip<Output>(_ selector: @escaping @Sendable (repeat each Input) throws -> Output) -> Observable<Output> {
        Zip { sink, lifetime in
            let combination = Combination(selector)
            repeat combination.append(makeZipBuffer(each sources))
            let stage = ZipStage(sink, lifetime, count: combination.count) { try combination.oldest() }
            var index = 0
            repeat combination.connect(each sources, to: stage, &index)
            if index == 0 { stage.complete() }
        }
    }

    private func makeLatest<Element>(_: Observable<Element>) -> Latest<Element> { Latest() }
    private func makeZipBuffer<Element>(_: Observable<Element>) -> ZipBuffer<Element> { ZipBuffer() }
}

/// The elements of the sources of one subscription, and what combines them. Accessed inside the stage's serializer.
private final class Combination<Output, each Input: Sendable> {
    private let selector: @Sendable (repeat each Input) throws -> Output
    /// Not a tuple: the compiler would look up the metadata of each of its types for each combination.
    private var cells: ContiguousArray<AnyObject> = []

    init(_ selector: @escaping @Sendable (repeat each Input) throws -> Output) { self.selector = selector }

    var count: Int { cells.count }

    func append(_ cell: AnyObject) { cells.append(cell) }

    func connect<Element>(_ source: Observable<Element>, to stage: CombineLatestStage<Output>, _ index: inout Int) {
        stage.connect(source, unsafeDowncast(cells[index], to: Latest<Element>.self))
        index += 1
    }

    func connect<Element>(_ source: Observable<Element>, to stage: ZipStage<Output>, _ index: inout Int) {
        stage.connect(source, unsafeDowncast(cells[index], to: ZipBuffer<Element>.self))
        index += 1
    }

    /// Combines the newest elements. The cells are instances of `Latest`.
    func newest() throws -> Output {
        var index = 0
        return try selector(repeat newest((each Input).self, &index))
    }

    /// Combines and removes the oldest elements. The cells are instances of `ZipBuffer`.
    func oldest() throws -> Output {
        var index = 0
        return try selector(repeat oldest((each Input).self, &index))
    }

    private func newest<Element>(_: Element.Type, _ index: inout Int) -> Element {
        defer { index += 1 }
        return unsafeDowncast(cells[index], to: Latest<Element>.self).current
    }

    private func oldest<Element>(_: Element.Type, _ index: inout Int) -> Element {
        defer { index += 1 }
        return unsafeDowncast(cells[index], to: ZipBuffer<Element>.self).take()
    }
}
