import Freshet

// Stand-ins for UIKit's classes, which are isolated to the main actor.

@MainActor class View {
    var isHidden = false
    var isEnabled = true

    init() {}
}

@MainActor class Label: View {
    var text: String?
}

@MainActor class TextField: View {
    fileprivate let edits = PublishRelay<String?>()
    var text: String?

    /// Types text as the user does.
    func type(_ text: String) {
        self.text = text
        edits.accept(text)
    }
}

@MainActor class Button: View {
    fileprivate let taps = PublishRelay<Void>()

    /// Taps as the user does.
    func tap() { if isEnabled { taps.accept(()) } }
}

@MainActor class ListView: View {
    fileprivate let selections = PublishRelay<Int>()
    var rows: [String] = []

    /// Selects a row as the user does.
    func select(_ row: Int) { selections.accept(row) }
}

@MainActor class ViewController {
    private(set) var alerts: [String] = []
    private(set) var shown: [String] = []

    init() {}

    func viewDidLoad() {}
    func alert(_ message: String) { alerts.append(message) }
    func show(_ title: String) { shown.append(title) }
}

extension View: ReactiveCompatible {}

extension Reactive where Base: TextField {
    @MainActor var text: ControlProperty<String?> {
        let field = base
        return ControlProperty(
            values: Observable.deferred { [weak field] in
                MainActor.assumeIsolated {
                    guard let field else { return Observable.empty() }
                    return field.edits.startWith(field.text)
                }
            },
            valueSink: Binder(field) { $0.text = $1 })
    }
}

extension Reactive where Base: Button {
    @MainActor var tap: ControlEvent<Void> { ControlEvent(events: base.taps) }
}

extension Reactive where Base: ListView {
    @MainActor var itemSelected: ControlEvent<Int> { ControlEvent(events: base.selections) }
}
