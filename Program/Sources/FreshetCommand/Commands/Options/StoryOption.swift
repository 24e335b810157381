import ArgumentParser

/// The option of the commands that list items of several feeds and can list stories.
struct StoryOption: ParsableArguments {
    @Flag(name: .long, help: "In a pipe or JSON, one item for a story that several tell, as on a terminal.")
    var stories = false
}
