# `docker compose build --pull` brings its updates.
ARG BASE=docker.io/library/node:26-trixie-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The account node can read all of it, even if only the checkout's owner could.
RUN node app/cli/build.ts && \
  chmod -R a+rX app build db pages-content package.json LICENSE NOTICE THIRD_PARTY_LICENSES.md

# The packages that run. The optional ones are left out: Node comes with the image. So are those
# that only the bundle needs, which holds them, and what only other systems or compilers need.
FROM ${BASE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional && find node_modules -name '*.map' -delete && \
  cd node_modules && rm -rf lucide-react mediabunny react-dom better-sqlite3/deps \
  better-sqlite3/src better-sqlite3/prebuilds/darwin-* better-sqlite3/prebuilds/win32-* \
  @ip-location-db/geo-whois-asn-country-mmdb/*-ipv[46].mmdb

FROM ${BASE}
LABEL org.opencontainers.image.title="Cleanclip" \
  org.opencontainers.image.description="Self-hosted web app that saves short videos without a watermark, or their sound as MP3." \
  org.opencontainers.image.version="2.0.0"
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 HOST=0.0.0.0
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE /app/THIRD_PARTY_LICENSES.md ./
# Read while it runs: the documents, the sample clips, and the command line for operators.
COPY --from=build /app/pages-content pages-content
COPY --from=build /app/app app
COPY --from=build /app/db db
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-sigusr1", "build/server/server.js"]
