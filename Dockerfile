# The server: docs/guide/server.md#docker. The compiler stays in the first stage.
FROM python:3.13-slim AS build

# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /source
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY src src

RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && python -m venv --without-pip /opt/honbun \
    && pip --python /opt/honbun/bin/python install --no-cache-dir --no-compile "$(echo /wheels/*.whl)[web,warc]" \
    && find /opt/honbun -type d -name tests -prune -exec rm -rf {} + \
    && find /opt/honbun -name '*.so' -not -path '*.libs/*' -exec strip --strip-unneeded {} +

FROM python:3.13-slim

RUN useradd --system --uid 10001 --no-create-home honbun \
    && install --directory --owner=honbun /state
COPY --from=build /opt/honbun /opt/honbun
ENV PATH=/opt/honbun/bin:$PATH PYTHONPYCACHEPREFIX=/tmp/pycache

USER 10001
WORKDIR /state
VOLUME /state
EXPOSE 8710
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8710/healthz', timeout=4)"]
ENTRYPOINT ["honbun"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8710", "--state", "/state/serve.db"]
