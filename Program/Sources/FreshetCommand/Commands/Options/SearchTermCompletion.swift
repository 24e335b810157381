import ArgumentParser
import Search

/// The completions of a word of a search or a rule: filters, and the values of a filter that has been typed.
struct SearchTermCompletion {
    /// A completion, and what shells that show descriptions say about it.
    struct Candidate: Hashable {
        let text: String
        var description: String?

        /// The line that a shell's completion script reads.
        func line(for shell: CompletionShell?) -> String {
            switch shell {
            case .zsh:
                text.replacing("\\", with: "\\\\").replacing(":", with: "\\:") + (description.map { ":" + $0 } ?? "")
            case .fish: text + (description.map { "\t" + $0 } ?? "")
            default: text
            }
        }
    }

    let candidates: [Candidate]

    /// - Parameters:
    ///   - names: read only for a filter whose values are stored.
    ///   - place: with `.rule`, verbs come before filters.
    init(of word: String, after words: [String], in place: SearchFilter.Place, _ names: () -> StoredNames) {
        if place == .rule, !words.contains(where: { Rule.Verb(rawValue: $0) != nil }) {
            candidates = Rule.Verb.allCases.map { Candidate(text: $0.rawValue) }
            return
        }
        let filters = SearchFilter.all.filter { $0.places.contains(place) }
        guard let filter = filters.first(where: { word.hasPrefix($0.name + ":") }) else {
            candidates = filters.flatMap { filter in
                filter.names.map { Candidate(text: $0 + ":", description: filter.meaning) }
            }
            return
        }
        let values =
            switch filter.completion {
            case .none: [String]()
            case .values: filter.examples(in: place).map { String($0.dropFirst(filter.name.count + 1)) }
            case .feeds: names().feeds
            case .folders: names().folders
            case .labels: names().labels
            }
        // A value with a space needs quotes, which shells take for their own.
        candidates = values.filter { !$0.contains(" ") }.map { Candidate(text: filter.name + ":" + $0) }
    }
}

extension CompletionKind {
    /// The filters of a search or a rule, with their values.
    static func terms(in place: SearchFilter.Place) -> CompletionKind {
        .custom { words, index, _ in
            let word = words.indices.contains(index) ? words[index] : ""
            let completion = SearchTermCompletion(of: word, after: Array(words.prefix(index)), in: place) {
                StoredNames.ofProcess
            }
            return completion.candidates.map { $0.line(for: .requesting) }
        }
    }
}
