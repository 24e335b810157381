public import Foundation
public import Freshet

/// Adds the `rx` namespace to all objects of Foundation and Apple's frameworks.
extension NSObject: ReactiveCompatible {}

#if !canImport(ObjectiveC)
// NotificationCenter inherits from NSObject on Apple platforms only.
extension NotificationCenter: ReactiveCompatible {}
#endif
