#!/usr/bin/env python3
"""Makes from the drawings in this folder, which are SVG, what the program reads.

PNG images for terminals that show images, and `outlines.txt` with the same pieces as polygons for large
squares drawn in block elements. Needs the Python packages cairosvg, pillow, shapely and svgelements.
"""

import io
from pathlib import Path

import cairosvg
import svgelements
from PIL import Image
from shapely import unary_union
from shapely.geometry import LineString, Polygon

HERE = Path(__file__).parent
ROLES = "pawn", "knight", "bishop", "rook", "queen", "king"
SIZE = 128  # pixels: a square of 5 rows on a usual screen
SCALE = 10  # the drawings are 100 units wide, the outlines 1000
STEPS = 24  # pieces that a curve is cut into
RIM = 3.4  # units: lines nearer to the edge than this are the contour, which block elements don't show
TOLERANCE = 0.2  # units that a simplified outline may be off


def images():
    for source in sorted(HERE.glob("*.svg")):
        png = cairosvg.svg2png(url=str(source), output_width=SIZE, output_height=SIZE)
        # A palette of 64 colors with their opacities makes the file a third of its size; nobody sees the difference.
        picture = Image.open(io.BytesIO(png)).convert("RGBA").quantize(64, method=Image.Quantize.FASTOCTREE)
        picture.save(source.with_suffix(".png"), optimize=True)


def strokes(path):
    """The corners of each part of a path."""
    corners = []
    for part in svgelements.Path(path):
        if isinstance(part, svgelements.Move):
            if len(corners) > 1:
                yield corners
            corners = [(part.end.x, part.end.y)]
        elif isinstance(part, (svgelements.Line, svgelements.Close)):
            if part.end is not None:
                corners.append((part.end.x, part.end.y))
        else:
            corners += [(at.x, at.y) for at in (part.point(n / STEPS) for n in range(1, STEPS + 1))]
    if len(corners) > 1:
        yield corners


def outlines(role):
    """The silhouette of a piece and the lines within it, as polygons."""
    drawing = svgelements.SVG.parse(str(HERE / f"white-{role}.svg"))
    silhouette, lines = Polygon(), Polygon()
    for element in drawing.elements():
        if not isinstance(element, (svgelements.Path, svgelements.Circle)):
            continue
        half = element.stroke_width / 2
        for corners in strokes(element):
            if element.fill is None or element.fill.value is None:
                lines = unary_union([lines, LineString(corners).buffer(half)])
                continue
            body = Polygon(corners).buffer(0)
            dark = element.fill.hex == element.stroke.hex
            mark = body.buffer(half) if dark else body.boundary.buffer(half)
            lines = unary_union([lines.difference(body), mark])
            silhouette = unary_union([silhouette, body.buffer(half)])
    return silhouette, lines.intersection(silhouette.buffer(-RIM))


def rings(shape):
    for polygon in getattr(shape, "geoms", [shape]):
        if isinstance(polygon, Polygon) and polygon.area > 1:
            polygon = polygon.simplify(TOLERANCE)
            for ring in (polygon.exterior, *polygon.interiors):
                yield " ".join(f"{round(x * SCALE)},{round(y * SCALE)}" for x, y in ring.coords[:-1])


def outline_file():
    text = []
    for role in ROLES:
        silhouette, lines = outlines(role)
        text.append(role)
        text += [f"# {ring}" for ring in rings(silhouette)]
        text += [f"o {ring}" for ring in rings(lines)]
    (HERE / "outlines.txt").write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    images()
    outline_file()
