/// A pattern as the instructions of a nondeterministic automaton.
struct PatternProgram: Sendable {
    enum Instruction: Sendable {
        case scalar(UInt32)
        case any
        case set(ScalarSet)
        case start
        case end
        case wordBoundary(Bool)
        case split(Int, Int)
        case jump(Int)
        case match
    }

    /// The maximum size, which bounds memory and the time per character.
    static let maximumSize = 1_000

    private(set) var instructions: [Instruction] = []
    /// The ASCII characters that a match can begin with; nil if a match can be empty or begin with any character.
    private(set) var firstASCII: [Bool]?

    init(_ node: PatternNode) throws(PatternError) {
        try emit(node)
        try append(.match)
        firstASCII = Self.first(of: instructions)
    }

    private mutating func append(_ instruction: Instruction) throws(PatternError) {
        if instructions.count >= Self.maximumSize {
            throw PatternError(reason: "a smaller pattern: this one has more than \(Self.maximumSize) steps")
        }
        instructions.append(instruction)
    }

    private mutating func emit(_ node: PatternNode) throws(PatternError) {
        switch node {
        case .empty: break
        case .scalar(let scalar): try append(.scalar(scalar))
        case .any: try append(.any)
        case .set(let set): try append(.set(set))
        case .start: try append(.start)
        case .end: try append(.end)
        case .wordBoundary(let isOne): try append(.wordBoundary(isOne))
        case .sequence(let nodes): for node in nodes { try emit(node) }
        case .choice(let branches): try emit(choice: branches)
        case .repetition(let node, let from, let to):
            for _ in 0..<from {
                let size = instructions.count
                try emit(node)
                // Nothing, repeated, is nothing. The maximum size doesn't end such repetitions, which can be nested.
                if instructions.count == size { break }
            }
            if let to {
                // Skipping one repetition also skips those after it.
                var exits: [Int] = []
                for _ in from..<to {
                    exits.append(instructions.count)
                    try append(.split(instructions.count + 1, 0))
                    try emit(node)
                }
                for exit in exits { instructions[exit] = .split(exit + 1, instructions.count) }
            } else {
                let loop = instructions.count
                try append(.split(loop + 1, 0))
                try emit(node)
                try append(.jump(loop))
                instructions[loop] = .split(loop + 1, instructions.count)
            }
        }
    }

    private mutating func emit(choice branches: [PatternNode]) throws(PatternError) {
        var ends: [Int] = []
        for (index, branch) in branches.enumerated() {
            if index == branches.count - 1 {
                try emit(branch)
                break
            }
            let split = instructions.count
            try append(.split(split + 1, 0))
            try emit(branch)
            ends.append(instructions.count)
            try append(.jump(0))
            instructions[split] = .split(split + 1, instructions.count)
        }
        for end in ends { instructions[end] = .jump(instructions.count) }
    }

    private static func first(of instructions: [Instruction]) -> [Bool]? {
        var result = Array(repeating: false, count: 128)
        var seen: Set<Int> = [], stack = [0]
        while let place = stack.popLast() {
            guard seen.insert(place).inserted else { continue }
            switch instructions[place] {
            case .scalar(let scalar): if scalar < 128 { result[Int(scalar)] = true }
            case .set(let set): for scalar in 0..<128 where set.contains(UInt32(scalar)) { result[scalar] = true }
            case .any, .match: return nil
            case .start, .end, .wordBoundary: stack.append(place + 1)
            case .split(let one, let other): stack += [one, other]
            case .jump(let target): stack.append(target)
            }
        }
        return result
    }
}
