"""Figures from values: SVG strings and plotly figures; no streamlit here."""

from lift_core.plots.drawing import Drawing, to_html
from lift_core.plots.tapes import tapes_drawing
from lift_core.plots.terms import terms_drawing
from lift_core.plots.tree import tree_drawing

__all__ = ["Drawing", "tapes_drawing", "terms_drawing", "to_html", "tree_drawing"]
