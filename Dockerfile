# syntax=docker/dockerfile:1
# One image for every way to run Footlight: everything in one container (compose.yaml), or a container per role (deploy/compose.roles.yaml).

FROM node:24-trixie AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-trixie-slim
# A current ffmpeg: the one among the packages is years old.
RUN apt-get update \
    && apt-get install -y --no-install-recommends ffmpeg \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app /app
# The only place that is written to. The embedded PostgreSQL refuses to run as root.
RUN install -d -o node -g node -m 700 /data
USER node
ENV NODE_ENV=production DATA_DIR=/data
VOLUME /data
EXPOSE 3000 8080 40000/udp
# The first start makes the database and, on a local site, the demo.
HEALTHCHECK --interval=15s --timeout=10s --start-period=3m CMD ["node", "deploy/healthcheck.mjs", "site", "api"]
STOPSIGNAL SIGTERM
# `npm start` without npm, which ends at the first signal and does not wait for what it has started.
CMD ["node", "--import", "tsx", "bin/start.ts"]
