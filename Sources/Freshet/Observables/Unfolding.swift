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

    /// Takes what is in `place`, puts `rest` there, and releases what was taken: now, or when what is being released further up the stack has gone.
    static func letGo<Value>(_ place: inout Value, leaving rest: consuming Value) {
        var taken = rest
        swap(&taken, &place)
        if let open = current.value {
            open.assumingMemoryBound(to: [Any].self).pointee.append(consume taken)
        } else {
            workOff(consume taken)
        }
    }

    private static func workOff(_ first: consuming Any) {
        var waiting: [Any] = [consume first]
        withUnsafeMutablePointer(to: &waiting) { waiting in
            current.value = UnsafeMutableRawPointer(waiting)
            while !waiting.pointee.isEmpty { waiting.pointee.removeLast() }
            current.value = nil
        }
    }
}
