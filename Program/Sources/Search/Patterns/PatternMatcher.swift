/// Runs a program over a text. All states advance together, so each character is read once.
struct PatternMatcher {
    private let program: PatternProgram
    private var current: [Int] = []
    private var next: [Int] = []
    /// For each instruction the last position at which it was added.
    private var added: [Int]
    private var stack: [Int] = []

    init(_ program: PatternProgram) {
        self.program = program
        added = Array(repeating: -1, count: program.instructions.count)
    }

    /// False too if the deadline of the search has passed.
    mutating func matches(_ text: [UInt32]) -> Bool {
        text.withUnsafeBufferPointer { text in
            var position = 0
            while true {
                if position & 0xff == 0, SearchDeadline.hasPassed { return false }
                if current.isEmpty, let first = program.firstASCII {
                    while position < text.count, text[position] < 128, !first[Int(text[position])] { position += 1 }
                    if position == text.count { return false }
                }
                if add(0, at: position, text) { return true }
                if position == text.count { return false }
                if step(text[position], to: position + 1, text) { return true }
                position += 1
            }
        }
    }

    /// Advances the states by a character; true at a match.
    private mutating func step(_ scalar: UInt32, to position: Int, _ text: UnsafeBufferPointer<UInt32>) -> Bool {
        swap(&current, &next)
        current.removeAll(keepingCapacity: true)
        for place in next {
            let isOne =
                switch program.instructions[place] {
                case .scalar(let expected): expected == scalar
                case .any: scalar != 0x0A
                case .set(let set): set.contains(scalar)
                default: false
                }
            if isOne, add(place + 1, at: position, text) { return true }
        }
        return false
    }

    /// Adds a state and the states reachable without a character; true at a match.
    private mutating func add(_ place: Int, at position: Int, _ text: UnsafeBufferPointer<UInt32>) -> Bool {
        stack.append(place)
        while let place = stack.popLast() {
            if added[place] == position { continue }
            added[place] = position
            switch program.instructions[place] {
            case .scalar, .any, .set: current.append(place)
            case .start: if position == 0 { stack.append(place + 1) }
            case .end: if position == text.count { stack.append(place + 1) }
            case .wordBoundary(let isOne):
                let before = position > 0 && ScalarSet.Named.word.contains(text[position - 1])
                let after = position < text.count && ScalarSet.Named.word.contains(text[position])
                if (before != after) == isOne { stack.append(place + 1) }
            case .split(let one, let other):
                stack.append(other)
                stack.append(one)
            case .jump(let target): stack.append(target)
            case .match:
                stack.removeAll(keepingCapacity: true)
                return true
            }
        }
        return false
    }
}
