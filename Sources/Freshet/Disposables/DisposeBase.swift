/// The common base of RxSwift's disposable classes, kept so that their names mean the same here.
public class DisposeBase {
    init() {}
}
