# docker build -t liftings .        then: docker run --rm -p 8501:8501 liftings
# torch from the default index brings CUDA libraries on Linux. For a smaller image name an index of CPU wheels:
#   docker build --build-arg TORCH_INDEX=<URL of the index> -t liftings .
FROM python:3.11-slim

ARG TORCH_INDEX=""
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

RUN useradd --create-home --uid 1000 app
WORKDIR /home/app/liftings

# The requirements alone first: editing the code does not install them again.
COPY requirements.txt ./
RUN pip install ${TORCH_INDEX:+--index-url "$TORCH_INDEX"} "$(grep '^torch==' requirements.txt)" \
    && pip install -r requirements.txt

COPY --chown=app:app . .
USER app
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["python", "-m", "streamlit", "run", "app.py", "--server.address=0.0.0.0", "--server.port=8501", \
     "--server.headless=true", "--browser.serverAddress=localhost"]
