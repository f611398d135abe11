"""How the app stands on a wall or in another page: `mode=lecture` in the view, or `embed=true` in the address.

A lecture has large type and nothing but the picture with its bar, the step of a lesson and the sentence under it; Escape leaves
it. An embedded page shows one figure. Any other `mode` is the ordinary page.
"""

import streamlit as st

LECTURE, EMBED, PAGE = "lecture", "embed", "page"

CHROME = """
[data-testid="stHeader"], [data-testid="stSidebar"] { display: none; }
:root { --nav: 0px; --strip: 0px; }
[data-testid="stTabs"] [role="tablist"] { display: none; }
"""
CONTROLS = (
    ":is(.stButtonGroup, .stCheckbox, .stDataFrame, .stDownloadButton, .stFileUploader, .stNumberInput, .stSelectbox, .stSlider,"
    " .stTextArea, .stTextInput)"
)
STAYING = ":is(.st-key-lesson, .st-key-tally-wall, .st-key-tally-card)"
LECTURE_STYLE = f"""
html {{ font-size: 24px; }}
.stApp {{ color: light-dark(#000, #fff); background: light-dark(#fff, #000); }}
[data-testid="stMainBlockContainer"] {{ padding: 12px 24px 24px; }}
@media (max-width: 480px) {{ [data-testid="stMainBlockContainer"] {{ padding-bottom: 170px; }} }}
[data-testid="stMarkdownContainer"]:not(button *), [data-testid="stMetricValue"] {{ color: light-dark(#000, #fff); }}
[data-testid="stCaptionContainer"] {{ opacity: 1; }}
[data-testid="stMarkdownContainer"] strong {{ font-weight: 700; }}
[data-testid="stMain"] [data-testid="stExpander"]:not(.st-key-lesson *) {{ display: none; }}
[data-testid="stMain"] .stElementContainer:has({CONTROLS}):not({STAYING} *),
.stColumn:has(.st-key-projection-undo),
:is(.st-key-cards, .st-key-doors, .st-key-samplers-controls, .st-key-likelihood-account, .st-key-draw-again),
.st-key-likelihood-controls > :not(:has(.st-key-draw-100)) {{ display: none; }}
.st-key-lesson-line button {{ font-size: 1.1rem; }}
.st-key-lecture-leave {{ margin-left: auto; width: auto; opacity: .5; }}
.st-key-lecture-leave:hover, .st-key-lecture-leave:focus-within {{ opacity: 1; }}
"""
SHOWN = '[data-testid^="stBidiComponent"], [data-testid="stGraphVizChart"], .stAlert'
EMBED_STYLE = f"""
[data-testid="stMainBlockContainer"] {{ padding: 8px; }}
[data-testid="stMainBlockContainer"] .stElementContainer:not(:has({SHOWN})) {{ display: none; }}
[data-testid="stMain"] :is(.stColumn, [data-testid="stExpander"]):not(:has({SHOWN})) {{ display: none; }}
.stColumn:has(.st-key-likelihood-next, .st-key-projection-undo, .st-key-drift-room),
:is(.st-key-likelihood-next, .st-key-drift-moves) {{ display: none; }}
"""
STYLES = {LECTURE: CHROME + LECTURE_STYLE, EMBED: CHROME + EMBED_STYLE}


def of(wished: str, embedded: bool) -> str:
    """The mode from the view's word and whether the page stands in another.

    >>> of("lecture", False), of("lecture", True), of("lektion", False)
    ('lecture', 'embed', 'page')
    """
    if embedded:
        return EMBED
    return LECTURE if wished == LECTURE else PAGE


def current() -> str:
    """The mode of this session's page; the ordinary one where no frame has been drawn."""
    return st.session_state.get("mode", PAGE)


def enter(wished: str) -> str:
    """Take up the mode that the view wishes for, with its style."""
    st.session_state["mode"] = mode = of(wished, bool(st.context.is_embedded))
    if mode in STYLES:
        st.html(f"<style>{STYLES[mode]}</style>")
    return mode
