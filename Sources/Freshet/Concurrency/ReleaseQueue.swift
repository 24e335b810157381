/// Releases nested streams without recursion.
///
/// Otherwise the `deinit` of each stream would release the next one, and thousands of them would overflow the stack.
enum ReleaseQueue {
    /// The values that the outermost release on this thread has yet to release.
    private static let current = ThreadLocalPointer()

    /// Replaces `place` with `rest`, and releases the old value.
    ///
    /// If a release is running further up the stack, that call releases the old value.
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
                    // Released after its removal: otherwise optimized code releases it during `popLast` and loses the
                    // values that its `deinit` appended.
                    withExtendedLifetime(last) {}
                }
                current.value = nil
            }
        }
    }
}
