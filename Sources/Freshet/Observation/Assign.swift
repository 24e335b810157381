extension ObservableConvertibleType where Element: Sendable {
    /// Writes each element to a property of `model` on the main actor.
    ///
    /// ```swift
    /// results.assign(to: \.items, on: model).disposed(by: bag)
    /// ```
    /// On the main thread, an element is written immediately unless earlier ones are queued. An error goes to
    /// ``Hooks/defaultErrorHandler``. Elements are dropped once `model` has been released.
    /// - Ends: with the stream, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: elements that wait for the main thread, without a bound. It doesn't retain `model`.
    @_disfavoredOverload
    @preconcurrency @MainActor
    public func assign<Model: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Model, Element>, on model: Model
    ) -> any Disposable {
        asObservable().subscribe(onMain: { [weak model] element in model?[keyPath: keyPath] = element })
    }

    /// Writes each element to an optional property of `model` on the main actor.
    ///
    /// An error goes to ``Hooks/defaultErrorHandler``. Elements are dropped once `model` has been released.
    /// - Ends: with the stream, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: elements that wait for the main thread, without a bound. It doesn't retain `model`.
    @_disfavoredOverload
    @preconcurrency @MainActor
    public func assign<Model: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Model, Element?>, on model: Model
    ) -> any Disposable {
        asObservable().subscribe(onMain: { [weak model] element in model?[keyPath: keyPath] = element })
    }
}

// Elements are written synchronously, as `drive` and `emit` deliver them.
extension SharedSequenceConvertibleType where Element: Sendable {
    /// Writes each element to a property of `model` as it is delivered.
    ///
    /// Elements are dropped once `model` has been released.
    /// - Ends: with the sequence, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: nothing. It doesn't retain `model`.
    @_disfavoredOverload
    @preconcurrency @MainActor
    public func assign<Model: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Model, Element>, on model: Model
    ) -> any Disposable {
        asObservable().subscribeOnMain(onNext: { [weak model] element in model?[keyPath: keyPath] = element })
    }

    /// Writes each element to an optional property of `model` as it is delivered.
    ///
    /// Elements are dropped once `model` has been released.
    /// - Ends: with the sequence, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: nothing. It doesn't retain `model`.
    @_disfavoredOverload
    @preconcurrency @MainActor
    public func assign<Model: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Model, Element?>, on model: Model
    ) -> any Disposable {
        asObservable().subscribeOnMain(onNext: { [weak model] element in model?[keyPath: keyPath] = element })
    }
}
