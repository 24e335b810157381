#!/usr/bin/env python3
"""Generates the functions in Sources/Freshet that only forward to another function, from Scripts/wrappers.txt.

    Scripts/generate-wrappers.py [FOLDER]

The table:

    # Infallible/Infallible+Operators.swift                          a file; its comment may follow as `// …`
    ## InfallibleType | Infallible<_> | asObservable() | option …    an extension, the stream `~`, what to forward to, options
    Transforms each element; see ^map(_:)                            the comment, one line a paragraph
        map<R>(_ transform: (Element) -> R) -> ~R                    the function, indented

`~R` is the stream of R, and `~` the stream of Element. `^map(_:)` is a link to ``ObservableType/map(_:)``. Every closure is `@escaping @Sendable`. A function with a closure is `@preconcurrency`, and so is
one marked `@`. The body calls the function of the same name with the same arguments, and converts the result to the result type. Another body follows ` := `. ` => name(label:)` makes the function a
deprecated name of that one. `{A|B}` stands for one function with A and one with B.

Options: `main` makes each function with a closure twice: for any sharing strategy, and with closures isolated to the main actor for strategies of the main thread. `errors` adds what happens to an error thrown by a closure. `clock` replaces the scheduler of the target by a clock. `seconds` makes functions that are deprecated because they take seconds."""

import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parent.parent
HEAD = "// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.\n"
TRAITS = re.compile(r"~|(Single|Maybe|PrimitiveSequence|Infallible|SharedSequence)<|Completable\b")
TYPE = r"\[[^\]]*\]|\w+(?:\.\w+)*(?:<[^>]*>)?"
SECONDS = '@available(*, deprecated, message: "Pass .milliseconds(…) or .seconds(…) instead.")'


def split(text):
    """Splits at the commas that are outside of brackets."""
    parts, depth = [""], 0
    for index, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or character == ">" and text[index - 1] != "-":
            depth -= 1
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def closing(text, start):
    """The index after the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        if text[index] in "([<":
            depth += 1
        elif text[index] in ")]" or text[index] == ">" and text[index - 1] != "-":
            depth -= 1
            if depth == 0:
                return index + 1
    raise SystemExit(f"unbalanced: {text}")


def is_closure(type):
    plain = type.removeprefix("@MainActor ")
    return plain.startswith("(") and re.match(r"\s*(throws )?->", plain[closing(plain, 0):]) is not None


def sendable(type):
    actor, plain = re.match(r"(@MainActor )?(.*)", type).groups(default="")
    return f"{actor}@Sendable {plain}"


class Parameter:
    def __init__(self, text):
        names, self.type = (part.strip() for part in text.split(":", 1))
        self.label, self.name = names.split()[0], names.split()[-1]
        self.type, _, default = self.type.partition(" = ")
        self.default = default and f" = {default}"
        optional = self.type.startswith("(") and self.type.endswith(")?") and is_closure(self.type[1:-2])
        self.is_closure = optional or is_closure(self.type)
        self.throws = self.is_closure and "throws ->" in self.type
        if optional:
            self.swift, self.default = f"({sendable(self.type[1:-2])})?", self.default or " = nil"
        else:
            self.swift = f"@escaping {sendable(self.type)}" if self.is_closure else self.type

    @property
    def declaration(self):
        return f"{self.label if self.label == self.name else f'{self.label} {self.name}'}: {self.swift}{self.default}"

    def value(self, function, options):
        name = f"`{self.name}`" if self.name == "default" else self.name
        if TRAITS.match(self.type) and not self.type.endswith("..."):
            return f"{name}.source"
        if TRAITS.match(self.type) or self.type.startswith("[~"):
            return rf"{name}.map(\.source)"
        if f"{self.type}.Element == ~" in function.constraints:
            lazy = ".lazy" if re.search(rf"\b{self.type}: Sequence", function.generics) else ""
            return rf"{name}{lazy}.map(\.source)"
        if "clock" in options and self.type.startswith("Duration"):
            return f"RxTimeInterval({name})" if self.type == "Duration" else f"{name}.map {{ RxTimeInterval($0) }}"
        if "seconds" in options and self.type.startswith("Double"):
            return f"RxTimeInterval(seconds: {name})" if self.type == "Double" else f"{name}.map {{ RxTimeInterval(seconds: $0) }}"
        return name

    def conversion(self, stream):
        """Converts a main-actor closure for a stage that calls it on the main thread. Disposal can happen on any thread."""
        if self.name == "onDispose":
            return f"let {self.name} = {self.name}.map {{ MainIsolation.isolate($0) }}"
        type = stream(self.swift.removeprefix("@escaping "))
        return f"let {self.name} = MainIsolation.unchecked({self.name}, as: ({type}).self)"

    def argument(self, function, options, label=None):
        label = label or self.label
        return self.value(function, options) if label == "_" else f"{label}: {self.value(function, options)}"


class Function:
    def __init__(self, comment, text, section):
        self.comment, self.section = comment, section
        self.preconcurrency = text.startswith("@")
        text, _, self.body = (part.strip() for part in text.removeprefix("@").partition(" := "))
        text, _, self.target = (part.strip() for part in text.partition(" => "))
        text, _, self.constraints = (part.strip() for part in text.partition(" where "))
        self.static = "static " if text.startswith("static ") else ""
        text = text.removeprefix("static ")
        self.name = re.match(r"\w+", text)[0]
        rest = text[len(self.name):]
        end = closing(rest, 0) if rest.startswith("<") else 0
        self.generics, rest = rest[1:end - 1] if end else "", rest[end:]
        end = closing(rest, 0)
        self.parameters = [Parameter(part) for part in split(rest[1:end - 1])]
        self.result = rest[end:].strip().removeprefix("->").strip()
        if "clock" in section.options:
            self.parameters.append(Parameter("clock: C = ContinuousClock()"))
            self.generics = ", ".join(filter(None, [self.generics, "C: Clock"]))
            self.constraints = ", ".join(filter(None, ["C.Duration == Duration", self.constraints]))

    def call(self):
        options = self.section.options
        # The labels of a renamed function, or nothing.
        name, labels = self.name, [None] * len(self.parameters)
        if self.target:
            name, _, selector = self.target.split(")")[0].partition("(")
            labels = selector.split(":")
        arguments = [
            "scheduler: ClockScheduler(clock)" if "clock" in options and parameter.name == "clock" else parameter.argument(self, options, label)
            for parameter, label in zip(self.parameters, labels)]
        base = self.section.base if not self.static or not self.section.base else ""
        name = f"`{name}`" if name in ("catch", "do") and not base else name
        return f"{base}{'.' if self.section.base else ''}{name}({', '.join(arguments)})"

    @property
    def has_closure(self):
        return any(parameter.is_closure for parameter in self.parameters)

    def swift(self, on_main=False):
        options = self.section.options
        stream = self.section.expand
        comment = list(self.comment)
        if self.target and not comment:
            comment = [f"RxSwift's earlier name; see ``{self.target}``."]
        if "seconds" in options and comment[0].startswith("see "):
            comment[0] = f"Takes the time in seconds; {comment[0]}"
        throwing = [parameter.name for parameter in self.parameters if parameter.throws]
        if "errors" in options and throwing:
            what = f"`{throwing[0]}`" if len(throwing) == 1 else "a closure"
            comment[1:1] = [f"An error thrown by {what} ends the subscription and goes to ``Hooks/defaultErrorHandler``."]
        lines = []
        for number, paragraph in enumerate(comment):
            paragraph = re.sub(r"\^(\S+?)(?=[.,;]?(\s|$))", r"``ObservableType/\1``", paragraph)
            if number and not paragraph.startswith("- "):
                lines.append("    ///")
            indent = "    ///   " if paragraph.startswith("- ") else "    /// "
            text = paragraph if paragraph[-1] in ".:" else paragraph + "."
            lines += wrap(text, 120, initial_indent="    /// ", subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        # RxSwift has no operators with a clock: another library's operator of the same name comes first.
        if any(parameter.name == "clock" for parameter in self.parameters) or "main" in options and self.has_closure and not on_main:
            lines.append("    @_disfavoredOverload")
        if self.preconcurrency or self.has_closure:
            lines.append("    @preconcurrency")
        if "seconds" in options:
            lines.append(f"    {SECONDS}")
        elif self.target:
            lines.append(f'    @available(*, deprecated, renamed: "{self.target.split(")")[0]})")')
        name = f"`{self.name}`" if self.name in ("catch", "do") else self.name
        generics = f"<{self.generics}>" if self.generics else ""
        where = f" where {stream(self.constraints)}" if self.constraints else ""
        result = stream(self.result)
        body = stream(self.body, TYPE) or self.call()
        if not self.body and self.section.base and result not in ("", "any Disposable"):
            body = f"{result}({body})"
        declarations = ", ".join(stream(parameter.declaration) for parameter in self.parameters)
        if on_main:
            body = body.replace("(", "(onMain: ", 1).replace(", subscribedBy: SharingStrategy.self", "")
            conversions = [parameter.conversion(stream) for parameter in self.parameters if parameter.is_closure]
            body = "\n        ".join([*conversions, f"return {body}"])
            declarations = declarations.replace("@Sendable", "@MainActor @Sendable")
        line = f"    public {self.static}func {name}{generics}({declarations}){result and f' -> {result}'}{where} {{"
        if len(line) > 120:
            line = f"    public {self.static}func {name}{generics}(\n        {declarations}\n    ) -> {result}{where} {{"
        lines.append(line)
        return "\n".join(lines + [f"        {body}", "    }"])


class Section:
    def __init__(self, text):
        self.extension, self.stream, self.base, *options = [part.strip() for part in text.split("|")] + [""] * 2
        self.options = {option for option in options if option}
        self.functions = []

    def expand(self, text, type=rf"\((?:[^()]|\([^()]*\))*\)|{TYPE}"):
        return re.sub(f"~({type})?", lambda found: self.stream.replace("_", found[1] or "Element"), text)

    def swift(self):
        text = f"extension {self.extension} {{\n" + "\n\n".join(function.swift() for function in self.functions) + "\n}\n"
        if "main" in self.options:
            functions = [function.swift(on_main=True) for function in self.functions if function.has_closure]
            text += f"\nextension {self.extension} where SharingStrategy: MainSharingStrategyProtocol {{\n" + "\n\n".join(functions) + "\n}\n"
        return text


def alternatives(text):
    parts = re.split(r"\{([^{}]*\|[^{}]*)\}", text)
    choices = [part.split("|") if number % 2 else [part] for number, part in enumerate(parts)]
    return ["".join(choice) for choice in product(*choices)]


def read(table):
    """The sections of each file, and the comments at the beginning of files."""
    files, heads, sections, comment, text = {}, {}, [], [], ""
    for line in table.splitlines() + ["# "]:
        if text and not line.startswith("        "):
            sections[-1].functions += [Function(comment, alternative, sections[-1]) for alternative in alternatives(text)]
            comment, text = [], ""
        if line.startswith("## "):
            sections.append(Section(line[3:]))
        elif line.startswith("# "):
            sections = files.setdefault(line[2:].strip(), [])
        elif line.startswith("// "):
            heads[list(files)[-1]] = line
        elif line.startswith("    "):
            text = f"{text} {line.strip()}".strip()
        elif line:
            comment.append(line)
    files.pop("")
    return files, heads


def write(folder):
    """Writes and formats all files of the table below the folder."""
    files, heads = read((ROOT / "Scripts/wrappers.txt").read_text())
    for name, sections in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        head = "".join(f"{line}\n" for line in wrap(heads.get(name, ""), 120, subsequent_indent="// "))
        path.write_text(f"{HEAD}{head}\n" + "\n".join(section.swift() for section in sections))
    command = ["swift", "format", "format", "--in-place", "--configuration", str(ROOT / ".swift-format")]
    subprocess.run(command + [str(folder / name) for name in files], check=True)


write(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "Sources/Freshet")
