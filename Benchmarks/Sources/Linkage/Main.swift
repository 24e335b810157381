import Freshet

/// A program that uses little of the library. `Scripts/check-linkage.sh` looks at what it links.
@main
enum Main {
    static func main() {
        _ = Observable.of(1, 2, 3).map { $0 * 2 }.subscribe(onNext: { print($0) })
        // Reported in a debug build.
        Hooks.misuseHandler = { _ in print("misuse") }
        _ = Observable<Int>.create { observer in
            observer.onCompleted()
            observer.onNext(1)
            return Disposables.create()
        }.subscribe()
    }
}
