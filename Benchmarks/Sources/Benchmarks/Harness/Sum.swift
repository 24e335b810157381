/// Adds up what arrives at the end of a chain, so that the contenders can be compared and nothing is optimized away.
// Safe to share: each run of a contender has its own, and is over on one thread before another reads it.
final class Sum: @unchecked Sendable {
    private let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() { pointer.initialize(to: 0) }

    deinit { pointer.deallocate() }

    var value: Int { pointer.pointee }

    // Through a pointer: a stored `var` could cost a check for overlapping access in some contenders' closures and none in others'.
    @inline(__always)
    func add(_ number: Int) { pointer.pointee &+= number }
}
