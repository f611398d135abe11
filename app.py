"""The app: `python3 tasks.py app`. One line for each page, in the order of the navigation.

Streamlit reads this file twice: once as the server's application, which serves the frontend compressed, and then at every
interaction as the script of one browser tab.
"""

import gc

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.frame import run
from ui.serving import Compressed

if get_script_run_ctx(suppress_warning=True) is None:
    PagesManager.uses_pages_directory = (
        False  # or the first visitor who opens a page by its link gets it without the frame
    )
    app = st.App(__file__, middleware=[Middleware(Compressed)])
    gc.freeze()  # what is imported stays: no collection need look at it again
else:
    run(
        [
            st.Page("pages/start.py", title="Start", default=True),
            st.Page("pages/projection.py", title="Projection"),
            st.Page("pages/lifting.py", title="Lifting"),
            st.Page("pages/likelihood.py", title="Likelihood"),
            st.Page("pages/drift.py", title="Posterior drift"),
            st.Page("pages/samplers.py", title="Samplers"),
            st.Page("pages/lessons.py", title="Lessons"),
        ]
    )
