"""A curve as an SVG file, without a library for it."""

from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 300, 60, 20, 40, 45  # pixels


def write_curve(path, points, across, up, bounds):
    """Draws (x, y) points, x rising, from 0 on, and y between bounds; ``across`` and ``up`` name them."""
    most = points[-1][0]
    low, high = bounds

    def x(value):
        return LEFT + (WIDTH - LEFT - RIGHT) * value / most

    def y(value):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             'font-family="sans-serif" font-size="13">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
             f'<text x="{LEFT}" y="22">{escape(up)}</text>',
             f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{escape(across)}</text>']
    for fifth in range(6):
        value = low + (high - low) * fifth / 5
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
                     f'<text x="{x(most * fifth / 5):.1f}" y="{HEIGHT - BOTTOM + 18}" '
                     f'text-anchor="middle">{most * fifth / 5:g}</text>')
    line = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#8a4b08" stroke-width="2"/>')
    parts += [f'<circle cx="{x(at):.1f}" cy="{y(value):.1f}" r="3" fill="#8a4b08"/>'
              for at, value in points]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts + ["</svg>", ""]))
