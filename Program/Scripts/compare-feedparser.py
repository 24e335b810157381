#!/usr/bin/env python3
"""Reads feedparser's well-formed cases with freshet, and compares titles, links, ids, dates, authors and texts.

    FRESHET_BIN=…/freshet Program/Scripts/compare-feedparser.py [ARCHIVE]

Each case is a document whose comment says what feedparser makes of it. The cases aren't part of the project: without the archive
(../shared/samples-more/feedparser-tests.tgz beside the repository), the script says so and ends with 0. Differences on purpose are
listed below with their reasons, and in docs/web-feeds.md; others are printed, and end it with 1.
"""
import ast, concurrent.futures, html, http.server, json, os, pathlib, re, shutil, subprocess, sys, tarfile, tempfile, threading, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ON_PURPOSE = [
    ('base64', "Atom 0.3's base64 isn't decoded"),
    ('content_location|contributor_url_base', "Content-Location doesn't change the base (RFC 9110, 8.7)"),
    ('_id_base_docuri', 'Ids are compared as they are (RFC 4287, 4.2.6.1), and not resolved'),
    ('author_map_author.xml', "An author's name has no mailbox"),
    ('multiple_values|date_overwriting', 'The first of several dates counts'),
    ('no_href', 'Entries with the same link and no id are one'),
    ('iframe|object|frame|crazy|applet|embed|demoronize', "What browsers don't show isn't shown"),
    ('naked_markup|blink', 'Markup in a text that has none, and elements that HTML does not know, stay visible in titles'),
    ('entry_title_on', 'A title is text; a picture alone makes none'),
    ('dc_publisher', "A publisher isn't an author"),
    ('description_and_summary|summary_and_description', 'RSS has one description'),
    ('not_a_doctype2|nested_cdata', 'Markers of markup without its end show nothing'),
    ('rdf_about', 'An item without anything to show is left out'),
]
TERM = re.compile(r"entries\[(\d+)\]\['(\w+)'\](?:\[\d+\]\['(\w+)'\])?\s*==\s*(u?'(?:[^'\\]|\\.)*'|\([\d, ]+\))")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.server.root / self.path.lstrip('/')
        body = path.read_bytes()
        if b'\0' not in body[:64]:
            # An item without a title and a text isn't shown; most cases have only the element that they are about.
            start = re.search(rb'<(?:\w+:)?(?:item|entry)\b[^>/]*>', body)
            if start and b'title' not in body[start.end():]:
                body = re.sub(rb'(<((?:\w+:)?)(?:item|entry)\b[^>/]*>)', rb'\1<\2title>t</\2title>', body)
        fields = {'content-type': 'application/xml'}
        for match in re.finditer(rb'^Header:\s*([\w-]+):\s*(.+?)\s*$', body[:4000], re.M):
            fields[match[1].decode().lower()] = match[2].decode('latin-1')
        self.send_response(200)
        for name, value in fields.items(): self.send_header(name, value)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_): pass


def expectation(body):
    text = body.decode('utf-16', 'replace') if body[:2] in (b'\xff\xfe', b'\xfe\xff') else body.replace(b'\0', b'').decode('utf-8', 'replace')
    match = re.search(r'Expect:\s*(.+?)\s*$', text[:6000], re.M)
    return TERM.findall(match[1]) if match else []


def plain(text): return ' '.join(html.unescape(re.sub(r'<[^>]*>', '', text or '')).split())


def found(item, key, inner, right):
    """What freshet has for a term, and what is right; None if it isn't compared."""
    if key == 'title': return ' '.join((item['title'] or '').split()), (right if '<' in right and plain(right) != right and item['title'] == right else plain(right))
    if key == 'link': return item['url'], right
    if key in ('id', 'guid'): return item['id'], right
    if key == 'author': return ', '.join(author['name'] for author in item['authors']), plain(right)
    if key in ('published_parsed', 'updated_parsed', 'created_parsed'):
        field = 'updated' if key == 'updated_parsed' and item['updated'] else 'date'
        return item[field], time.strftime('%Y-%m-%dT%H:%M:%SZ', right)
    if key in ('summary', 'description') or (key, inner) == ('content', 'value'):
        text = plain((item['content'] or '') + (item['summary'] or ''))
        return (plain(right), plain(right)) if plain(right) in text or right in text else (text, plain(right))
    return None


def difference(binary, address, path):
    terms = expectation(path.read_bytes())
    if not terms: return None
    home = tempfile.mkdtemp(prefix='feedparser-')
    try:
        done = subprocess.run([binary, 'web', address, '--json', '--data', home + '/data'], capture_output=True, timeout=60, env={'HOME': home, 'TZ': 'UTC', 'LANG': 'C.UTF-8'})
    finally: shutil.rmtree(home, ignore_errors=True)
    items = json.loads(done.stdout or b'{"items":[]}')['items']
    wrong = []
    for index, key, inner, right in terms:
        if int(index) >= len(items):
            wrong.append(f'no item {index}')
            continue
        pair = found(items[int(index)], key, inner, ast.literal_eval(right))
        if pair and pair[0] != pair[1]: wrong.append(f'{key}: {pair[0]!r}, and {pair[1]!r} there')
    return '; '.join(wrong)


def main():
    archive = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / 'shared/samples-more/feedparser-tests.tgz'
    if not archive.is_file():
        print(f'Skipped: {archive} is missing.')
        return 0
    binary = os.environ.get('FRESHET_BIN') or str(ROOT / 'Program/.build/debug/freshet')
    with tempfile.TemporaryDirectory() as folder:
        tarfile.open(archive).extractall(folder, filter='data')
        root = pathlib.Path(folder)
        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        server.root = root
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f'http://127.0.0.1:{server.server_address[1]}/'
        # Some expectations name the address of feedparser's own server.
        paths = [p for p in sorted(root.rglob('*.xml')) if 'illformed' not in p.parts]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda p: difference(binary, base + str(p.relative_to(root)), p), paths))
    compared, differing, unexpected = 0, 0, 0
    for path, result in zip(paths, results):
        if result is None: continue
        compared += 1
        if not result.replace(base, 'http://127.0.0.1:8097/'): continue
        result = '; '.join(part for part in result.split('; ') if not same(part, base))
        if not result: continue
        differing += 1
        if any(re.search(pattern, path.name) for pattern, _ in ON_PURPOSE): continue
        unexpected += 1
        print(f'{path.relative_to(root)}: {result}')
    print(f'{compared} cases compared: {differing - unexpected} differ on purpose, {unexpected} otherwise')
    return 1 if unexpected else 0


def same(part, base):
    """Whether a difference is only that of the servers' addresses."""
    sides = re.findall(r"'([^']*)'", part)
    return len(sides) == 2 and sides[0].replace(base, 'http://127.0.0.1:8097/') == sides[1]


if __name__ == '__main__': sys.exit(main())
