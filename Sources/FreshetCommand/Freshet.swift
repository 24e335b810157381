import ArgumentParser
@main struct FreshetCommand: ParsableCommand { }
