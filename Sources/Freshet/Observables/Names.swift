/// RxSwift's second name for ``Observable``, for files that also see another type of that name.
public typealias RxObservable<Element> = Observable<Element>

/// RxSwift's name for `FixedWidthInteger`.
public typealias RxAbstractInteger = FixedWidthInteger
