/// The base class of RxSwift's disposable classes, for source compatibility.
public class DisposeBase {
    init() {}
}
