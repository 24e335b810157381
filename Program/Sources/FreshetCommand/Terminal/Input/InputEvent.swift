/// What a terminal in raw mode reports of the user.
enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(Mouse, Screen.Position)
    /// Text pasted at once, line feeds included.
    case paste(String)
}

/// What the mouse did.
enum Mouse: Hashable, Sendable {
    case press, wheelUp, wheelDown
}
