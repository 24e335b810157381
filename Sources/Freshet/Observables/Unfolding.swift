// How streams that continue with others go on without recursion, so that it does not matter how many there are behind one another:
// see `deliverBeginning(to:_:)` and `unfold(onto:)`.

extension Observable {
    /// Runs the stream when all beginnings have been delivered.
    final func runFromBeginning(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var rest = self
        do {
            while let next = try rest.deliverBeginning(to: sink, lifetime) {
                if lifetime.isDisposed { return }
                rest = next
            }
        } catch {
            return sink.error(error)
        }
        rest.run(sink, lifetime)
    }
}

/// Lets go of streams that keep others without recursion: each would release the next from its `deinit`, and thousands of them overflow the stack.
enum Releasing {
    /// The list that the outermost release on this thread works off.
    private static let current = ThreadLocalPointer()

    /// Puts `rest` in the place of what is there, which is released: now, or when what is being released further up the stack has gone.
    static func letGo<Value>(_ place: inout Value, leaving rest: Value) {
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
                    // Kept until it is out of the list: optimised code released it in the middle of its removal, and what its deinit added was lost.
                    withExtendedLifetime(last) {}
                }
                current.value = nil
            }
        }
    }
}
