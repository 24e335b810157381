"""A clock of the page's own, which stands still until a test moves it: timers and dates, but neither the network nor drawing."""

INSTALL = """
(() => {
  const Real = Date;
  const real = {setTimeout, setInterval, clearTimeout, clearInterval};
  let now = Real.now(), number = 0;
  const timers = new Map();
  globalThis.Date = class extends Real {
    constructor(...parts) { if (parts.length) super(...parts); else super(now); }
    static now() { return now; }
  };
  const add = (run, delay, every, rest) => {
    number += 1;
    timers.set(number, {at: now + Math.max(Number(delay) || 0, 0), every, run: () => run(...rest)});
    return number;
  };
  globalThis.setTimeout = (run, delay, ...rest) => add(run, delay, 0, rest);
  globalThis.setInterval = (run, delay, ...rest) => add(run, delay, Math.max(Number(delay) || 0, 1), rest);
  globalThis.clearTimeout = globalThis.clearInterval = (id) => { timers.delete(id); };
  globalThis.clock = {
    get now() { return now; },
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];
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
      Object.assign(globalThis, real);
      for (const {at, every, run} of timers.values()) every ? setInterval(run, every) : setTimeout(run, at - now);
      timers.clear();
    },
  };
})();
"""


class Clock:
    """For the pages that the reader opens from here on."""

    def __init__(self, reader):
        self.reader = reader
        reader.command("Page.addScriptToEvaluateOnNewDocument", source=INSTALL)

    def release(self):
        """Lets timers run by themselves from here on."""
        self.reader.script("clock.release()")

    @property
    def now(self):
        return self.reader.script("return clock.now")

    def advance(self, seconds):
        self.reader.driver.execute_async_script("const done = arguments[1]; clock.advance(arguments[0]).then(done)", seconds * 1000)
