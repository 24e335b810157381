#!/usr/bin/env python3
"""Makes Program/Sources/FreshetServer/Assets/coastline.svg from a GeoJSON file of the world's coastline.

usage: Program/Scripts/make-coastline.py COASTLINE.geojson > Program/Sources/FreshetServer/Assets/coastline.svg

The file is Natural Earth's 1:110m coastline (public domain, naturalearthdata.com): lines, most of them rings. Lines that meet are joined,
what ends at the date line is closed along it, and everything is simplified (Douglas and Peucker) to what a map of a page's width can show.
One path, equirectangular, in tenths of a degree from the upper left corner.
"""

import json
import math
import sys

TOLERANCE = 0.3  # degrees
SMALLEST = 4  # an island of fewer points is left out


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


def joined(lines):
    """Lines that share an end as one, as far as that goes."""
    open_lines = [line for line in lines if line[0] != line[-1]]
    rings = [line for line in lines if line[0] == line[-1]]
    while open_lines:
        line = open_lines.pop()
        grown = True
        while grown and line[0] != line[-1]:
            grown = False
            for other in open_lines:
                if other[0] == line[-1]:
                    piece = line + other[1:]
                elif other[-1] == line[-1]:
                    piece = line + other[::-1][1:]
                elif other[-1] == line[0]:
                    piece = other + line[1:]
                elif other[0] == line[0]:
                    piece = other[::-1] + line[1:]
                else:
                    continue
                open_lines.remove(other)
                line, grown = piece, True
                break
        rings.append(line)
    return rings


def path(lines):
    """The path's data: an absolute start, then steps."""
    text = ""
    for line in lines:
        if abs(line[0][0] - line[-1][0]) == 360:  # Antarctica goes around the world: it is closed below.
            line = line + [(line[-1][0], -90), (line[0][0], -90)]
        points = [(round((x + 180) * 10), round((90 - y) * 10)) for x, y in simplified(line)]
        points = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
        if points[0] == points[-1]:
            points.pop()
        if len(points) < SMALLEST:
            continue
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:])]
        numbers = " ".join(f"{x} {y}" for x, y in steps).replace(" -", "-")
        text += f"M{points[0][0]} {points[0][1]}l{numbers}z"
    return text


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        collection = json.load(file)
    lines = [
        [tuple(place[:2]) for place in line]
        for feature in collection["features"]
        for line in feature["geometry"]["coordinates"]
    ]
    print(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3600 1800">'
        "<!-- Made with Natural Earth, naturalearthdata.com; public domain -->"
        f'<path id="land" d="{path(joined(lines))}"/></svg>'
    )


if __name__ == "__main__":
    main()
