#!/usr/bin/env python3
"""Rasterizes the drawings in this folder, SVG to PNG. Needs the Python packages cairosvg and pillow."""

import io
from pathlib import Path

import cairosvg
from PIL import Image

SIZE = 128  # pixels: a square of 5 rows on a usual screen

for source in sorted(Path(__file__).parent.glob("*.svg")):
    png = cairosvg.svg2png(url=str(source), output_width=SIZE, output_height=SIZE)
    # A palette of 64 colors with their opacities makes the file a third of its size; nobody sees the difference.
    picture = Image.open(io.BytesIO(png)).convert("RGBA").quantize(64, method=Image.Quantize.FASTOCTREE)
    picture.save(source.with_suffix(".png"), optimize=True)
