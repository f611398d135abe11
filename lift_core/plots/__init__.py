"""Figures from values: SVG strings and plotly figures; no streamlit here."""

from lift_core.plots.drawing import Drawing, to_html
from lift_core.plots.tree import tree_drawing

__all__ = ["Drawing", "to_html", "tree_drawing"]
