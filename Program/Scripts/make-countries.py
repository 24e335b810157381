#!/usr/bin/env python3
"""Makes Program/Sources/FreshetServer/Assets/countries.svg, the page's world map, from a GeoJSON file of the world's countries.

usage: Program/Scripts/make-countries.py COUNTRIES.geojson > Program/Sources/FreshetServer/Assets/countries.svg

The file is Natural Earth's 1:110m countries (public domain, naturalearthdata.com). An edge of two countries is a border, an edge of one
is a coast. Coasts become the path `land`, borders the path `borders`, both simplified (Douglas and Peucker) between the points where
they meet. Names are grouped by the scale from which they fit into their countries: `names-4` at 4 pixels a degree.
Equirectangular, in tenths of a degree from the upper left corner.
"""

import json
import math
import sys
from collections import defaultdict
from xml.sax.saxutils import escape

TOLERANCE = 0.3  # degrees
SCALES = [2, 4, 8, 16, 32]  # pixels a degree
LETTER = 6.4  # the width of a letter in pixels


def simplified(points):
    """The line without the points that lie nearer than the tolerance to it."""
    if len(points) < 3:
        return points
    (x1, y1), (x2, y2) = points[0], points[-1]
    length = math.hypot(x2 - x1, y2 - y1)
    farthest, index = 0, 0
    for i, (x, y) in enumerate(points[1:-1], start=1):
        if length:
            distance = abs((y2 - y1) * (x - x1) - (x2 - x1) * (y - y1)) / length
        else:
            distance = math.hypot(x - x1, y - y1)
        if distance > farthest:
            farthest, index = distance, i
    if farthest <= TOLERANCE:
        return [points[0], points[-1]]
    return simplified(points[: index + 1])[:-1] + simplified(points[index:])


def chains(edges, ends):
    """The edges joined into lines, which end at the points `ends` or where they close."""
    neighbours = defaultdict(list)
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    unused = {frozenset(edge) for edge in edges}
    lines = []
    starts = sorted(neighbours, key=lambda point: (point not in ends and len(neighbours[point]) == 2, point))
    for start in starts:
        for following in neighbours[start]:
            if frozenset((start, following)) not in unused:
                continue
            line = [start, following]
            unused.discard(frozenset(line))
            while line[-1] != start and line[-1] not in ends and len(neighbours[line[-1]]) == 2:
                after = [point for point in neighbours[line[-1]] if frozenset((line[-1], point)) in unused]
                if not after:
                    break
                unused.discard(frozenset((line[-1], after[0])))
                line.append(after[0])
            lines.append(line)
    return lines


def rings(lines):
    """Lines that meet, joined until they close."""
    by_end = defaultdict(list)
    for line in lines:
        for end in {line[0], line[-1]}:
            by_end[end].append(line)
    unused = {id(line) for line in lines}
    closed = []
    for line in lines:
        if id(line) not in unused:
            continue
        unused.discard(id(line))
        ring = line
        while ring[0] != ring[-1]:
            following = next((other for other in by_end[ring[-1]] if id(other) in unused), None)
            if following is None:
                break
            unused.discard(id(following))
            ring = ring + (following if following[0] == ring[-1] else following[::-1])[1:]
        closed.append(ring)
    return closed


def place(point):
    return round((point[0] + 180) * 10), round((90 - point[1]) * 10)


def path(lines, closes):
    """The path's data: an absolute start, then steps."""
    text = ""
    for line in lines:
        points = [place(point) for point in line]
        points = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
        if closes and points[0] == points[-1]:
            points.pop()
        if len(points) < (3 if closes else 2):
            continue
        numbers = " ".join(f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in zip(points, points[1:])).replace(" -", "-")
        text += f"M{points[0][0]} {points[0][1]}l{numbers}{'z' if closes else ''}"
    return text


def crossings(ring, y):
    """Where a horizontal line crosses a ring, from west to east."""
    found = []
    for (x1, y1), (x2, y2) in zip(ring, ring[1:]):
        if (y1 > y) != (y2 > y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(found)


def area(ring):
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:])))


def label(ring):
    """Where a name has the most room: the middle of the widest stretch, and its width in degrees."""
    low, high = min(y for _, y in ring), max(y for _, y in ring)
    best = (0, 0, 0)
    for step in range(1, 20):
        y = low + (high - low) * step / 20
        # Away from the edge, where a line of text doesn't fit.
        room = min(1, 2.2 * min(step, 20 - step) / 20 + 0.25)
        cuts = crossings(ring, y)
        for west, east in zip(cuts[::2], cuts[1::2]):
            if (east - west) * room > best[0]:
                best = ((east - west) * room, (west + east) / 2, y)
    return best


def names(features):
    """For each scale, the names that fit from it on."""
    groups = {scale: [] for scale in SCALES}
    for feature in features:
        name = feature["properties"]["name"]
        parts = [[tuple(point[:2]) for point in polygon[0]] for polygon in feature["geometry"]["coordinates"]]
        width, x, y = label(max(parts, key=area))
        scale = next((scale for scale in SCALES if width * scale >= len(name) * LETTER), SCALES[-1])
        groups[scale].append((name, *place((x, y))))
    return groups


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        features = json.load(file)["features"]
    owners = defaultdict(int)
    degree = defaultdict(set)
    for feature in features:
        for polygon in feature["geometry"]["coordinates"]:
            for ring in polygon:
                points = [tuple(point[:2]) for point in ring]
                for a, b in zip(points, points[1:]):
                    if a != b:
                        owners[frozenset((a, b))] += 1
                        degree[a].add(b)
                        degree[b].add(a)
    junctions = {point for point, neighbours in degree.items() if len(neighbours) != 2}
    coasts = [tuple(edge) for edge, count in owners.items() if count == 1]
    borders = [tuple(edge) for edge, count in owners.items() if count > 1]
    land = rings([simplified(line) for line in chains(sorted(map(sorted_edge, coasts)), junctions)])
    between = [simplified(line) for line in chains(sorted(map(sorted_edge, borders)), junctions)]
    groups = "".join(
        f'<g id="names-{scale}">' + "".join(f'<text x="{x}" y="{y}">{escape(name)}</text>' for name, x, y in group) + "</g>"
        for scale, group in names(features).items()
    )
    print(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3600 1800">'
        "<!-- Made with Natural Earth, naturalearthdata.com; public domain -->"
        f'<path id="land" fill-rule="evenodd" d="{path(land, True)}"/><path id="borders" d="{path(between, False)}"/>{groups}</svg>'
    )


def sorted_edge(edge):
    return tuple(sorted(edge))


if __name__ == "__main__":
    main()
