# The build stage has all tools; the final image only has Node and the bundle.
# docker build -t energy-rental-sandbox .
#
# Both images need Node >= 20.19; that of the build stage also needs npm. Name others with --build-arg.
# The build uses Debian, because some of its tools are native and are built primarily for glibc.
ARG BUILD_IMAGE=docker.io/library/node:22-slim
ARG BASE_IMAGE=docker.io/library/node:22-alpine

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY openapi ./openapi
COPY scenarios ./scenarios
COPY scripts ./scripts
COPY src ./src
RUN npm run build

FROM ${BASE_IMAGE}
WORKDIR /opt/energy-rental-sandbox
COPY LICENSE package.json ./
COPY docker/health.mjs ./
COPY scenarios/scenario.schema.json ./scenarios/
COPY --from=build /build/dist ./dist
RUN chmod +x dist/cli.js \
  && ln -s /opt/energy-rental-sandbox/dist/cli.js /usr/local/bin/energy-rental-sandbox \
  && ln -s /opt/energy-rental-sandbox/dist/cli.js /usr/local/bin/energy-sandbox \
  && mkdir -m 0700 /data \
  && chown 1000:1000 /data

ENV NODE_ENV=production
# The server is reachable from outside the container, so it only starts if ENERGY_SANDBOX_ADMIN_TOKEN is set.
ENV HOST=0.0.0.0
ENV PORT=4010

# By number, because not every base image has a user of this name: it is `node` in those of Node.
USER 1000:1000
EXPOSE 4010
# Success ends the start period; before the first one, a large data folder is read.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "/opt/energy-rental-sandbox/health.mjs"]

# The name in PATH, so that messages name commands that work with `docker exec`.
ENTRYPOINT ["energy-rental-sandbox"]
