"""A Plotly chart on a page: with its text alternative, without Plotly's row of buttons."""

import plotly.graph_objects as go
import streamlit as st

from lift_core.plots.chart_words import chart_words


def chart(figure: go.Figure, key: str) -> None:
    """Show a chart that hides nothing; where exact values are hidden, a page shows none."""
    st.plotly_chart(figure, key=key, config={"displayModeBar": False}, alt=chart_words(figure))
