// See Mutex.swift: Freshet's atomic is Synchronization's where that module is part of the toolchain's library.
#if canImport(Darwin) || FRESHET_PORTABLE_ATOMICS
import CFreshetAtomics

// Sendable: the word is accessed only atomically.
/// A value that threads read and change without a lock.
package struct Atomic<Value: AtomicValue>: ~Copyable, @unchecked Sendable {
    // A word in memory of its own, which keeps its address.
    @usableFromInline package let word: UnsafeMutablePointer<UInt64>

    @inlinable
    package init(_ initialValue: Value) {
        word = .allocate(capacity: 1)
        word.initialize(to: initialValue.word)
    }

    @inlinable
    deinit { word.deallocate() }

    @inlinable
    package borrowing func load(ordering: AtomicOrdering) -> Value {
        Value(word: ordering == .relaxed ? freshet_load_relaxed(word) : freshet_load(word))
    }

    @inlinable
    package borrowing func store(_ desired: Value, ordering: AtomicOrdering) { freshet_store(word, desired.word) }

    @inlinable
    package borrowing func exchange(_ desired: Value, ordering: AtomicOrdering) -> Value {
        Value(word: freshet_exchange(word, desired.word))
    }

    @inlinable
    package borrowing func compareExchange(
        expected: Value, desired: Value, ordering: AtomicOrdering
    ) -> (exchanged: Bool, original: Value) {
        let original = freshet_compare_exchange(word, expected.word, desired.word)
        return (original == expected.word, Value(word: original))
    }

    @inlinable
    package borrowing func weakCompareExchange(
        expected: Value, desired: Value, ordering: AtomicOrdering
    ) -> (exchanged: Bool, original: Value) {
        compareExchange(expected: expected, desired: desired, ordering: ordering)
    }
}

extension Atomic where Value: FixedWidthInteger {
    @inlinable @discardableResult
    package borrowing func wrappingAdd(
        _ operand: Value, ordering: AtomicOrdering
    ) -> (oldValue: Value, newValue: Value) {
        let old = Value(word: freshet_add(word, operand.word))
        return (old, old &+ operand)
    }

    // Unlike Synchronization's, these two don't trap if the result overflows.
    @inlinable @discardableResult
    package borrowing func add(_ operand: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
        wrappingAdd(operand, ordering: ordering)
    }

    @inlinable @discardableResult
    package borrowing func subtract(_ operand: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
        wrappingAdd(0 &- operand, ordering: ordering)
    }

    @inlinable @discardableResult
    package borrowing func bitwiseOr(_ operand: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
        let old = Value(word: freshet_or(word, operand.word))
        return (old, old | operand)
    }
}

/// The order of an operation and those around it. Each one except a relaxed load is sequentially consistent.
package enum AtomicOrdering: Sendable {
    case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}

/// A value that is stored in a word.
package protocol AtomicValue: Sendable {
    init(word: UInt64)
    var word: UInt64 { get }
}

extension AtomicValue where Self: FixedWidthInteger {
    @inlinable
    package init(word: UInt64) { self.init(truncatingIfNeeded: word) }

    @inlinable
    package var word: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Int: AtomicValue {}
extension UInt: AtomicValue {}
extension UInt8: AtomicValue {}
extension Bool: AtomicValue {
    @inlinable
    package init(word: UInt64) { self = word != 0 }

    @inlinable
    package var word: UInt64 { self ? 1 : 0 }
}
#endif
