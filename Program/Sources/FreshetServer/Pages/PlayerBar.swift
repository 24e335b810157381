import WebText

/// The player of audio at the bottom of the page, which stays while the reader opens other items. The page's script shows it.
struct PlayerBar {
    let site: PageContext

    var html: HTML {
        let speed = site.preferences.speed
        let speeds: [HTML] = AccountSettings.Speed.allCases.map {
            "<option value=\"\($0.rawValue)\"\($0 == speed ? " selected" : nil as HTML?)>\($0.title)</option>"
        }
        return """
            <section id="player" class="player" aria-label="Player" hidden><audio preload="none"></audio>\
            <p class="player-what"><a class="player-title" href="/"></a><span class="player-feed"></span></p>\
            <div class="player-do">\(button("back", "Back 15 seconds", .back, seconds: 15))\
            \(play)\
            \(button("forward", "Forward 30 seconds", .refresh, seconds: 30))\(button("next", "Next in the queue", .next))</div>\
            <div class="player-at"><span class="player-time">0:00</span>\
            <input type="range" min="0" max="0" step="1" value="0" aria-label="Position" autocomplete="off"><span class="player-length"></span></div>\
            <label class="player-speed"><span class="visually-hidden">Speed</span><select autocomplete="off">\(speeds)</select></label>\
            \(queue)\(button("close", "Close the player", .close))<p class="player-note" role="status"></p></section>
            """
    }

    private var queue: HTML {
        """
        <details class="menu player-queue"><summary class="icon-button" aria-label="Queue" title="Queue">\(Icon.queue.html)\
        <span class="unread-count"></span></summary><div class="menu-panel"><h2>Queue</h2><ol></ol>\
        <p class="fine">Nothing is queued. Items with audio have a button that adds them.</p></div></details>\
        <template id="queued"><li><button class="queued-file" type="button" value="now"></button>\(button("up", "Move up", .up))\
        \(button("remove", "Remove", .close))</li></template>
        """
    }

    /// The style sheet shows one of its two icons.
    private var play: HTML {
        """
        <button class="icon-button" type="button" value="play" aria-label="Play" title="\(site.preferences.hint("Play", .play))">\
        \(Icon.play.html)\(Icon.pause.html)</button>
        """
    }

    private func button(_ value: HTML, _ name: String, _ icon: Icon, seconds: Int? = nil) -> HTML {
        let number: HTML? = seconds.map { "<span class=\"player-seconds\" aria-hidden=\"true\">\($0)</span>" }
        return """
            <button class="icon-button" type="button" value="\(value)" aria-label="\(name)" title="\(name)">\(icon.html)\(number)</button>
            """
    }
}
