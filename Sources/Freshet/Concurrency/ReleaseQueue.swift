/// Releases streams that keep others without recursion.
///
/// Each of thousands of nested streams would release the next from its `deinit`, and overflow the stack.
enum ReleaseQueue {
    /// The list of the outermost release on this thread.
    private static let current = ThreadLocalPointer()

    /// Replaces `place` with `rest`. Releases the former value now, or once the release further up the stack is done.
    static func release<Value>(_ place: inout Value, leaving rest: Value) {
        if let waiting = current.value {
            var taken = rest
            swap(&taken, &place)
            waiting.assumingMemoryBound(to: [Any].self).pointee.append(consume taken)
        } else {
            var waiting: [Any] = []
            withUnsafeMutablePointer(to: &waiting) { waiting in
                current.value = UnsafeMutableRawPointer(waiting)
                place = rest
                while let last = waiting.pointee.popLast() {
                    // Released once it is out of the list: optimized code released it during its removal and lost what its deinit added.
                    withExtendedLifetime(last) {}
                }
                current.value = nil
            }
        }
    }
}
