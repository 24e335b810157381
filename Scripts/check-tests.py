#!/usr/bin/env python3
"""Finds tests that cannot fail: constant conditions, tests without an expectation, expectations in a loop over a list that may be empty, and expectations in
the closures of a subscription, which may never run.

A loop is accepted if its list is written out, a range or `allCases`, or if an expectation of the same function names the list or what it collects from it:
`try #require(!items.isEmpty)`.`allSatisfy` and `all(…)` hold for an empty list, too. A test that fails only by a trap says so: `// Fails by a trap.`"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXPECTATION = re.compile(r"#expect|#require|Issue\.record|\bconfirmation\(")
CONSTANT = re.compile(r"\|\|\s*true\b|(?<!== )\btrue\s*\|\||&&\s*false\b|#(?:expect|require)\((?:true|false)\)|#expect\(([\w.]+) == \1\)")
PYTHON_CONSTANT = re.compile(r"\bor True\b|\bassert (?:True|not False)\b|\bassert \([^()]*,[^()]*\)$")
SUBSCRIPTION = re.compile(r"\b(?:onNext|onError|onCompleted|onSuccess|onDisposed?|onSubscribed?):\s*$|\.(?:subscribe|drive|bind|do)\s*(?:\([^()]*\))?$")
LOOP = re.compile(r"^for (?:case )?(?:try await )?(?:let )?(.+?) in (.+?)(?: where .*)?$")
CERTAIN = re.compile(r"^[\[(]|\b[A-Z]\w*\.all\b|\+ \[|\.\.[.<]|\ballCases\b|\bstride\(|\.indices$|\.all\(for:|\bzip\(|\.enumerated\(\)$")


def blanked(text):
    """The text without the content of strings and comments; everything keeps its place."""
    def blank(match):
        return re.sub(r"[^\n\"]", " ", match[0])
    text = re.sub(r'"""(?:.|\n)*?"""', blank, text)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', blank, text)
    return re.sub(r"//[^\n]*", blank, text)


class Function:
    """A function with the blocks in it that contain expectations."""

    def __init__(self, path, name, line, is_test, text, code):
        self.path, self.name, self.line, self.is_test = path, name, line, is_test
        # Those of its file; the code is blanked.
        self.text, self.code = text, code
        self.body = ""
        self.places = []


def functions(path):
    """The functions of a file."""
    text = path.read_text()
    code = blanked(text)
    found, stack = [], []
    for match in re.finditer(r"[{}]|" + EXPECTATION.pattern, code):
        if match[0] == "{":
            start = max(code.rfind("\n", 0, match.start()), code.rfind("{", 0, match.start()), code.rfind("}", 0, match.start()), code.rfind(";", 0, match.start()))
            opener = " ".join(code[start + 1:match.start()].split())
            function = None
            declaration = declared(code, match.start())
            if declaration:
                name, at = declaration
                before = code[max(code.rfind("}", 0, at), code.rfind("{", 0, at), 0):at]
                function = Function(path, name, code.count("\n", 0, at) + 1, "@Test" in before, text, code)
                found.append(function)
            stack.append((opener, function, match.start()))
        elif match[0] == "}":
            if stack:
                opener, function, start = stack.pop()
                if function:
                    function.body = code[start:match.start()]
        else:
            depth = next((index for index in reversed(range(len(stack))) if stack[index][1]), None)
            if depth is not None:
                blocks = [opener for opener, _, _ in stack[depth + 1:]]
                stack[depth][1].places.append((code.count("\n", 0, match.start()) + 1, blocks))
    return found


def declared(code, brace):
    """The name and place of the function whose body begins at a brace."""
    for match in reversed(list(re.finditer(r"\bfunc (\w+|`[^`]+`)|[{};]", code[max(0, brace - 800):brace]))):
        if not match[1]:
            return None
        signature = code[max(0, brace - 800) + match.end():brace]
        # The brace of a default value or of a closure in the signature isn't that of the body.
        if signature.count("(") == signature.count(")"):
            return match[1], max(0, brace - 800) + match.start()
    return None


def is_known(word, function):
    """Whether the function says that a list has elements: it writes it out, makes it of one that is written out, expects something of it, or adds to it
    in the loop what it expects something of afterwards."""
    code = function.code
    if re.search(rf"\b{word}\b(?::[^=\n]*)? = (?:try )?(?:await )?(?:[\[(]|Array\(stride|stride)|\b{word}: \[", code):
        return True
    if re.search(rf"#(?:expect|require)\([^\n]*\b{word}\b[^\n]*(?:isEmpty|count|==|contains)", function.body):
        return True
    source = re.search(rf"\b{word} = (\w+)\.(?:map|flatMap)\b", code)
    return source is not None and is_known(source[1], function)


def problems_of(function, expecting):
    name = function.path.relative_to(ROOT)
    if function.is_test and not function.places and not any(called in expecting for called in re.findall(r"(\w+)\s*(?:\(|\{)", function.body)):
        if not any("// Fails by a trap." in line for line in function.text.splitlines()[max(0, function.line - 6):function.line]):
            yield f"{name}:{function.line}: {function.name} expects nothing."
    collected = re.findall(r"(\w+)(?:\[[^\]\n]*\])? \+= |(\w+)\.append\(", function.body)
    collects = any(re.search(rf"#expect\([^\n]*\b{one or other}\b", function.body) for one, other in collected)
    # What is expected after a closure shows that it ran.
    has_outside = any(not any(SUBSCRIPTION.search(block) or LOOP.match(block) for block in blocks) for _, blocks in function.places)
    for line, blocks in function.places:
        for block in blocks:
            if loop := LOOP.match(block):
                items = loop[2].strip()
                if not CERTAIN.search(items) and not collects and not any(is_known(word, function) for word in re.findall(r"[a-z]\w*", items)):
                    yield f"{name}:{line}: nothing says that {items} isn't empty."
            elif SUBSCRIPTION.search(block) and not has_outside:
                yield f"{name}:{line}: the expectation may never run. Collect what arrives, and expect it afterwards."


def main():
    swift = sorted(path for folder in ("Tests", "Program/Tests") for path in (ROOT / folder).rglob("*.swift"))
    everything = [function for path in swift for function in functions(path)]
    # Functions that a test may leave its expectations to.
    helpers = [function for function in everything if not function.is_test]
    expecting = {function.name for function in helpers if function.places}
    while True:
        more = {function.name for function in helpers if any(word in expecting for word in re.findall(r"(\w+)\s*(?:\(|\{)", function.body))}
        if more <= expecting:
            break
        expecting |= more
    problems = [problem for function in everything for problem in problems_of(function, expecting)]
    for path in swift + sorted((ROOT / "Program/Tests").rglob("*.py")):
        text = path.read_text()
        pattern = CONSTANT if path.suffix == ".swift" else PYTHON_CONSTANT
        for number, line in enumerate((blanked(text) if path.suffix == ".swift" else text).splitlines(), 1):
            if pattern.search(line):
                problems.append(f"{path.relative_to(ROOT)}:{number}: the condition is constant.")
    print("\n".join(sorted(set(problems))), end="\n" if problems else "")
    sys.exit(1 if problems else 0)


main()
