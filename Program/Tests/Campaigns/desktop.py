"""A desktop that nobody sees, and the widgets of the programs on it as assistive technologies know them (AT-SPI): what they are called, not where they are.

Asks over D-Bus, because AT-SPI's own client keeps what it was told, and waits for itself if an event comes while it asks."""

import atexit
import functools
import os
import re
import subprocess
import sys
import time
from collections import namedtuple

from newsboat import installed
from programs import until

# Where Debian's Python packages are, which a virtual environment doesn't see.
DEBIAN_PYTHON = "/usr/lib/python3/dist-packages"
PACKAGES = {"Xvfb": "xvfb", "dbus-daemon": "dbus-daemon", "/usr/libexec/at-spi2-registryd": "at-spi2-core", DEBIAN_PYTHON + "/gi": "python3-gi"}
# What programs must not reach: anything but the server under test.
NOWHERE = {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9", "no_proxy": "127.0.0.1,localhost"}
ROLES = {"combo box": 11, "dialog": 16, "filler": 20, "label": 29, "list item": 32, "menu item": 35, "password text": 40, "push button": 43, "table cell": 56, "text": 61, "tree table": 66}
SENSITIVE, SHOWING = 24, 25
ATSPI, REGISTRY, ROOT = "org.a11y.atspi.", "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"

Widget = namedtuple("Widget", ["program", "path"])
Place = namedtuple("Place", ["x", "y", "width", "height"])


@functools.cache
def desktop():
    """The desktop of this process, or the reason why it can't be used."""
    for program, package in PACKAGES.items():
        if not installed(program, package):
            return f"{package} can't be installed"
    sys.path.append(DEBIAN_PYTHON)
    try:
        from gi.repository import Gio, GLib
    except ImportError as error:
        return f"Python can't load GLib: {error}"
    return Desktop(Gio, GLib)


def start(command, ready, **environment):
    """Starts a program that runs until this one ends, and returns the first line that it prints."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | environment)
    atexit.register(process.kill)
    line = process.stdout.readline().strip()
    assert re.fullmatch(ready, line), f"{command[0]} said {line!r}"
    return line


class Desktop:
    def __init__(self, gio, glib):
        self.gio, self.glib = gio, glib
        display = ":" + start(["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], r"\d+")
        # What the bus starts, such as the registry of programs, is on the same screen.
        session = start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], r"unix:\S+", DISPLAY=display)
        (address,) = self.ask(self.connected(session), "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")
        self.bus = self.connected(address)
        # Programs that are told the addresses don't look for them in several ways.
        self.variables = {"DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": session, "AT_SPI_BUS_ADDRESS": address, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}

    def connected(self, address):
        flags = self.gio.DBusConnectionFlags
        return self.gio.DBusConnection.new_for_address_sync(address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION)

    def ask(self, bus, name, path, method, signature="()", *values):
        interface, _, member = method.rpartition(".")
        return bus.call_sync(name, path, interface, member, self.glib.Variant(signature, values), None, self.gio.DBusCallFlags.NONE, 10_000).unpack()

    def about(self, widget, method, signature="()", *values):
        """A widget's answer."""
        return self.ask(self.bus, widget.program, widget.path, ATSPI + method, signature, *values)

    def children(self, widget):
        return [Widget(*child) for child in self.about(widget, "Accessible.GetChildren")[0]]

    def name(self, widget):
        return self.ask(self.bus, widget.program, widget.path, "org.freedesktop.DBus.Properties.Get", "(ss)", ATSPI + "Accessible", "Name")[0]

    def has(self, widget, state):
        return bool(self.about(widget, "Accessible.GetState")[0][0] >> state & 1)

    def launch(self, command, name, log, environment):
        """Starts a program, and returns it once it is on the desktop under its name."""
        surroundings = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | self.variables | NOWHERE | environment
        with open(log, "wb") as file:
            process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=surroundings, start_new_session=True)
        return Application(self, process, name)


class Application:
    """A program with windows."""

    def __init__(self, desktop, process, name):
        self.desktop, self.process, self.title = desktop, process, name
        try:
            self.root = until(self.find, f"{name} on the desktop", seconds=60)
        except AssertionError:
            self.end()
            raise

    def find(self):
        assert self.process.poll() is None, f"{self.title} ended with {self.process.returncode}"
        try:
            return next((root for root in self.desktop.children(Widget(REGISTRY, ROOT)) if self.desktop.name(root) == self.title), None)
        except self.desktop.glib.Error:
            # It has registered, but doesn't answer yet.
            return None

    def name(self, widget):
        return self.desktop.name(widget)

    def is_usable(self, widget):
        return self.desktop.has(widget, SENSITIVE)

    def all(self, role, name=None, within=None, hidden=False):
        """The widgets of a role, and of a name; those that are shown, unless `hidden`."""
        found, desktop, wanted = [], self.desktop, ROLES[role]

        def look(widget):
            try:
                (number,) = desktop.about(widget, "Accessible.GetRole")
                if number == wanted and (name is None or desktop.name(widget) == name) and (hidden or desktop.has(widget, SHOWING)):
                    found.append(widget)
                children = desktop.children(widget)
            except desktop.glib.Error:
                # It went away meanwhile, or belongs to the process of a page.
                assert self.process.poll() is None, f"{self.title} ended with {self.process.returncode}"
                return
            for child in children:
                look(child)

        look(within or self.root)
        return found

    def one(self, role, name=None, within=None, hidden=False):
        """The first widget of a role and a name, once it is there."""
        return until(lambda: self.all(role, name, within, hidden), f"{role} {name or ''} in {self.title}", seconds=30)[0]

    def press(self, role, name, within=None, hidden=False):
        self.desktop.about(self.one(role, name, within, hidden), "Action.DoAction", "(i)", 0)

    def choose(self, menu_item):
        """Chooses from a menu without opening it."""
        self.press("menu item", menu_item, hidden=True)

    def write(self, widget, text):
        assert self.desktop.about(widget, "EditableText.SetTextContents", "(s)", text)[0], f"{self.title}: {text!r} can't be written"

    def place(self, widget):
        """Where a widget is on the screen."""
        return Place(*self.desktop.about(widget, "Component.GetExtents", "(u)", 0)[0])

    def click(self, widget):
        place = self.place(widget)
        x, y = place.x + min(place.width // 2, 60), place.y + place.height // 2
        mouse = Widget(REGISTRY, "/org/a11y/atspi/registry/deviceeventcontroller")
        self.desktop.about(mouse, "DeviceEventController.GenerateMouseEvent", "(iis)", x, y, "abs")
        # The program notices the pointer before it is pressed.
        time.sleep(0.1)
        self.desktop.about(mouse, "DeviceEventController.GenerateMouseEvent", "(iis)", x, y, "b1c")

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
