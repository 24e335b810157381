import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Platform
import Search
import WebText

/// `freshet rules`.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Rules that mute, keep, mark, save, label, highlight or notify.",
        usage: "freshet rules list|add RULE|remove N|test RULE [OPTIONS]",
        discussion: """
            A rule is a verb and a search. It applies to items as they arrive and to
            everything stored.

            VERBS
              mute       hides matching items; saved items stay visible
              keep       hides all other items of the feeds it names
              mark       marks matching items as read
              save       saves matching items
              label      gives matching items a label, which follows the verb
              highlight  highlights matching items in lists
              notify     sends matching new items to your destinations

            EXAMPLES
              freshet rules add 'mute author:dependabot[bot]'
              freshet rules add 'notify points:>300'
              freshet rules add 'label "To read" author:octocat'
              freshet rules test 'highlight /CVE-\\d+/'
              freshet rules add 'notify 10 items in 1h in:\(FeedCatalog.all.exampleKey)'

            See freshet help search for the terms of a search. Rules can use all of them
            except \(SearchFilter.exceptions(in: .rule)).
            """,
        subcommands: [RulesListCommand.self, RulesAddCommand.self, RulesRemoveCommand.self, RulesTestCommand.self],
        defaultSubcommand: RulesListCommand.self)
}

/// `freshet rules list`.
struct RulesListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists rules, with the numbers to use with remove.",
        usage: "freshet rules list [OPTIONS]")

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            let rules = try environment.listedRules(within: .seconds(6))
            let progress = try environment.ruleProgress()
            if output.json {
                context.output.writeLine(document: try RulesDocument(rules, progress).json())
                return .success
            }
            let isInteractive = context.isInteractive
            for (index, rule) in rules.enumerated() {
                let text = TerminalText(rule.rule.readableText).string
                let effect = rule.effect(isInteractive ? Clock(now: environment.now()).ago : \.internetDateTime)
                context.output.writeLine(
                    isInteractive
                        ? "\(index + 1)  \(text)" + (effect.map { "  (\($0))" } ?? "")
                        : "\(index + 1)\t\(text)\t\(effect ?? "")")
            }
            if rules.isEmpty {
                context.writeInPlaceOfItems("No rules yet. To add one: freshet rules add 'mute author:NAME'")
            }
            if let progress { context.complain(progress.sentence) }
            return .success
        }
    }
}

/// The words of a rule, quoted or not.
struct RuleArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A verb and a search.", valueName: "rule"), completion: .terms(in: .rule))
    var words: [String]

    func validate() throws {
        do { _ = try FeedCatalog.all.rule(text) } catch { throw ValidationError(error.description) }
    }

    func rule(_ environment: FeedEnvironment) throws -> Rule { try environment.rule(text) }

    private var text: String { words.map(TypedArguments.term).joined(separator: " ") }
}

/// `freshet rules add`.
struct RulesAddCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a rule, and applies it to everything stored.",
        usage: "freshet rules add RULE [OPTIONS]")

    @OptionGroup var argument: RuleArgument
    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            let rule = try argument.rule(environment)
            let test = try environment.test(rule, shown: 0)
            let isNew = try environment.showingRuleProgress(context) { try !$0.add([rule]).isEmpty }
            if output.json {
                try context.output.writeLine(json: AddedDocument(rule: rule.text, isNew: isNew))
            } else {
                let text = TerminalText(rule.readableText).string
                context.output.writeLine(isNew ? "Added: \(text)" : "This rule already exists: \(text)")
                if isNew { context.output.writeLine(test.matches) }
            }
            if rule.verb == .notify, try environment.store.destinations().isEmpty {
                context.complain(
                    "There are no destinations to send notifications to. To add one: freshet destinations add desktop")
            }
            return .success
        }
    }

    private struct AddedDocument: Encodable {
        let rule: String
        let isNew: Bool
    }
}

/// `freshet rules remove`.
struct RulesRemoveCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes a rule. Items that it hid are shown again.",
        usage: "freshet rules remove N [OPTIONS]")

    @Argument(help: ArgumentHelp("The number of the rule in freshet rules list.", valueName: "n"))
    var number: Int

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, output).run { environment in
            let rules = try environment.rules()
            guard rules.indices.contains(number - 1) else {
                let range =
                    rules.isEmpty
                    ? "There are no rules." : "There \(rules.count == 1 ? "is" : "are") \(rules.count.counted("rule"))."
                throw CommandFailure("There is no rule \(number). \(range) See freshet rules list.", .usage)
            }
            let rule = rules[number - 1]
            try environment.showingRuleProgress(context) { _ = try $0.removeRule(rule.id) }
            if output.json {
                try context.output.writeLine(json: RemovedDocument(removed: rule.rule.text))
            } else {
                context.output.writeLine("Removed: \(TerminalText(rule.rule.readableText).string)")
            }
            return .success
        }
    }

    private struct RemovedDocument: Encodable { let removed: String }
}

extension FeedEnvironment {
    /// Runs a change of rules, with a line that shows its progress over stored items.
    fileprivate func showingRuleProgress<T>(
        _ context: CommandContext, _ change: (FeedEnvironment) throws -> T
    ) rethrows -> T {
        let line = ProgressLine(
            descriptor: STDERR_FILENO, environment: context.variables,
            rendering: Rendering(context, nil, STDERR_FILENO))
        defer { line.clear() }
        var environment = self
        environment.store = store.applyingRules(
            RuleApplying { line.show(.counted($0.applied, of: $0.total, TerminalText("stored items"))) })
        return try change(environment)
    }
}

/// `freshet rules test`.
struct RulesTestCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Shows what a rule would have done to the last 1,000 items.",
        usage: "freshet rules test RULE [--limit N] [OPTIONS]")

    @OptionGroup var argument: RuleArgument
    @OptionGroup var options: ListOptions

    func run(in context: CommandContext) throws {
        try CommandRun(context, options.output).run { environment in
            let rule = try argument.rule(environment)
            let test = try environment.test(rule, shown: options.limit(context) ?? .max)
            if options.output.json {
                context.output.writeLine(document: try test.json())
                return .success
            }
            if !test.items.items.isEmpty {
                let page = try ItemListing(environment, context, options.output)
                page.write(test.items, summary: test.summary)
            } else if context.isInteractive {
                context.output.writeLine(test.summary)
            }
            if !context.isInteractive { context.errors.writeLine(test.summary) }
            return .success
        }
    }
}
