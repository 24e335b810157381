public import Foundation
public import Freshet

/// Every object of Foundation and of Apple's frameworks has a place for its streams.
extension NSObject: ReactiveCompatible {}

#if !canImport(ObjectiveC)
// Elsewhere than on Apple's platforms it is no NSObject.
extension NotificationCenter: ReactiveCompatible {}
#endif
