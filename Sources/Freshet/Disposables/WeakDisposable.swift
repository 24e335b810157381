/// Disposes scheduled work, if its scheduler still retains it.
///
/// Work retains sinks, which retain the lifetime. If the lifetime retained the work, too, a scheduler that drops its
/// work without running it, such as a canceled operation queue, would leave a retain cycle.
struct WeakDisposable: Disposable {
    private weak let work: (any Disposable & AnyObject)?

    init(_ work: any Disposable & AnyObject) { self.work = work }

    func dispose() { work?.dispose() }
}
