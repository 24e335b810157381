/// Whether no strong reference to the object is left but the one that `reference` stands for.
///
/// Who holds that one may then rely on it that nobody else gets hold of the object any more; what others did with it before is seen by who takes a lock of the
/// object's now. A copy that the compiler makes for a moment makes this false, which must cost speed only.
func isOnlyReference<Object: AnyObject>(_ reference: Unmanaged<Object>) -> Bool {
    var reference = reference
    return withUnsafeMutablePointer(to: &reference) { pointer in
        // An unmanaged reference is laid out as a strong one. It is looked at where it stands: a copy would count.
        pointer.withMemoryRebound(to: Object.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
}
