# A mock in a container: docker run -p 4010:4010 -v "$PWD:/srv:ro" standin mock openapi.yaml
# Every option of `standin mock` is an environment variable, too: docs/reference/options.md.
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-fund --no-audit && npm pack --pack-destination /tmp

FROM node:24-slim
COPY --from=build /tmp/standin-*.tgz /tmp/
RUN npm install --global --no-fund --no-audit /tmp/standin-*.tgz && rm /tmp/standin-*.tgz
ENV NODE_ENV=production STANDIN_HOST=0.0.0.0 STANDIN_PORT=4010
WORKDIR /srv
USER node
EXPOSE 4010
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.STANDIN_PORT ?? 4010}${process.env.STANDIN_CONTROL_PREFIX ?? '/_standin'}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["standin"]
CMD ["mock"]
