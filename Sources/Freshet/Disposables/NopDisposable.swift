/// A disposable without a resource.
struct NopDisposable: Disposable {
    func dispose() {}
}

extension Disposables {
    /// Returns a disposable that does nothing.
    public static func create() -> any Disposable { NopDisposable() }
}
