/// Disposes nothing.
struct NopDisposable: Disposable {
    func dispose() {}
}

extension Disposables {
    /// A disposable that has nothing to give back.
    public static func create() -> any Disposable { NopDisposable() }
}
