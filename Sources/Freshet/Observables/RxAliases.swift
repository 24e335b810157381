/// RxSwift's alternative name for ``Observable``, for files that also use another type named `Observable`.
public typealias RxObservable<Element> = Observable<Element>

/// RxSwift's name for `FixedWidthInteger`.
public typealias RxAbstractInteger = FixedWidthInteger
