extension Table {
    /// Writes the table to standard output: with its header on a terminal, as fields in a pipe.
    ///
    /// - Parameter piped: the table for a pipe, if it has other columns.
    func write(_ context: CommandContext, _ color: ColorChoice?, piped: Table? = nil) {
        let output = context.output
        let rendering = Rendering(context, color, output.descriptor)
        guard context.isInteractive else {
            for line in (piped ?? self).plainLines(rendering) { output.writeLine(line) }
            return
        }
        let width = context.terminalSize.columns
        for line in allLines(width: width) { output.writeLine(rendering.render(line.truncated(to: width))) }
    }
}
