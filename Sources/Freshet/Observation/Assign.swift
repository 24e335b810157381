extension ObservableConvertibleType where Element: Sendable {
    /// Writes each element to a property of `model` on the main actor.
    ///
    /// ```swift
    /// results.assign(to: \.items, on: model).disposed(by: bag)
    /// ```
    /// On the main thread elements are written at once unless others wait. An error goes to ``Hooks/defaultErrorHandler``.
    /// - Ends: with the stream, or when the returned disposable is disposed. After the end of `model`, elements are dropped.
    /// - Runs on: the main actor.
    /// - Keeps: elements that wait for the main thread, without a bound. It doesn't retain `model`.
    @preconcurrency @MainActor
    public func assign<Model: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Model, Element>, on model: Model
    ) -> any Disposable {
        asObservable().subscribe(onMain: { [weak model] element in model?[keyPath: keyPath] = element })
    }

    /// Writes each element to an optional property of `model` on the main actor.
    /// - Ends: with the stream, or when the returned disposable is disposed. After the end of `model`, elements are dropped.
    /// - Runs on: the main actor.
    /// - Keeps: elements that wait for the main thread, without a bound. It doesn't retain `model`.
    @preconcurrency @MainActor
    public func assign<Model: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Model, Element?>, on model: Model
    ) -> any Disposable {
        asObservable().subscribe(onMain: { [weak model] element in model?[keyPath: keyPath] = element })
    }
}

// What is on the main thread already is written there and then, as `drive` and `emit` do.
extension SharedSequenceConvertibleType where Element: Sendable {
    /// Writes each element to a property of `model` as it is delivered.
    /// - Ends: with the sequence, or when the returned disposable is disposed. After the end of `model`, elements are dropped.
    /// - Runs on: the main actor.
    /// - Keeps: nothing. It doesn't retain `model`.
    @preconcurrency @MainActor
    public func assign<Model: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Model, Element>, on model: Model
    ) -> any Disposable {
        asObservable().subscribeOnMain(onNext: { [weak model] element in model?[keyPath: keyPath] = element })
    }

    /// Writes each element to an optional property of `model` as it is delivered.
    /// - Ends: with the sequence, or when the returned disposable is disposed. After the end of `model`, elements are dropped.
    /// - Runs on: the main actor.
    /// - Keeps: nothing. It doesn't retain `model`.
    @preconcurrency @MainActor
    public func assign<Model: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Model, Element?>, on model: Model
    ) -> any Disposable {
        asObservable().subscribeOnMain(onNext: { [weak model] element in model?[keyPath: keyPath] = element })
    }
}
