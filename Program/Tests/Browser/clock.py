"""A clock for the page that moves only when a test moves it. It controls dates and delayed timers, but neither the network nor drawing."""

INSTALL = """
(() => {
  const Real = Date;
  const {setTimeout, setInterval, clearTimeout, clearInterval} = globalThis;
  let now = Real.now(), number = 0;
  const timers = new Map();
  globalThis.Date = class extends Real {
    constructor(...parts) { if (parts.length) super(...parts); else super(now); }
    static now() { return now; }
  };
  // Negative, so that no number is that of a real timer.
  const add = (run, delay, every, rest) => {
    number -= 1;
    timers.set(number, {at: now + Math.max(Number(delay) || 0, 0), every, run: () => run(...rest)});
    return number;
  };
  // Without a delay no time passes: pages insert rows this way, a part after each frame.
  globalThis.setTimeout = (run, delay, ...rest) => delay > 0 ? add(run, delay, 0, rest) : setTimeout(run, 0, ...rest);
  globalThis.setInterval = (run, delay, ...rest) => add(run, delay, Math.max(Number(delay) || 0, 1), rest);
  globalThis.clearTimeout = globalThis.clearInterval = (id) => { if (!timers.delete(id)) clearTimeout(id); };
  globalThis.clock = {
    get now() { return now; },
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort(([a, one], [b, other]) => one.at - other.at || b - a)[0];
        if (!due) break;
        const [id, timer] = due;
        now = Math.max(now, timer.at);
        if (timer.every) timer.at = now + timer.every; else timers.delete(id);
        timer.run();
        await null;
      }
      now = end;
    },
    release() {
      Object.assign(globalThis, {setTimeout, setInterval, clearTimeout, clearInterval});
      for (const {at, every, run} of timers.values()) every ? setInterval(run, every) : setTimeout(run, at - now);
      timers.clear();
    },
  };
})();
"""


class Clock:
    """The clock of the pages that the reader opens from here on."""

    def __init__(self, reader):
        self.reader = reader
        reader.command("Page.addScriptToEvaluateOnNewDocument", source=INSTALL)

    def release(self):
        """Lets timers run in real time from here on."""
        self.reader.script("clock.release()")

    @property
    def now(self):
        return self.reader.script("return clock.now")

    def advance(self, seconds):
        self.reader.driver.execute_async_script("const done = arguments[1]; clock.advance(arguments[0]).then(done)", seconds * 1000)
