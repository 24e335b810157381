/// The sum of the delivered elements, for comparing contenders and preventing dead-code elimination.
// Sendable: each run has its own sum, and finishes on one thread before another reads it.
final class Sum: @unchecked Sendable {
    private let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() { pointer.initialize(to: 0) }

    deinit { pointer.deallocate() }

    var value: Int { pointer.pointee }

    // Through a pointer: a stored `var` would cost an exclusivity check in some contenders' closures and not in others'.
    @inline(__always)
    func add(_ number: Int) { pointer.pointee &+= number }
}
