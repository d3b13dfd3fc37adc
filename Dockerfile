# syntax=docker/dockerfile:1
ARG NODE=26-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node app/cli/build.ts

# The packages that run. The optional ones are left out: Node comes with the image.
FROM node:${NODE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional && find node_modules -name '*.map' -delete

FROM node:${NODE}
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 HOST=0.0.0.0
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json LICENSE NOTICE THIRD_PARTY_LICENSES.md ./
# Read while it runs: the documents, the sample clips, and the command line for operators.
COPY pages-content pages-content
COPY app app
COPY db db
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-sigusr1", "build/server/server.js"]
