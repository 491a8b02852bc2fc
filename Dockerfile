# The build stage has all tools; the final image only has Node and the bundle.
# docker build -t energy-rental-sandbox .

# The build uses Debian, because some of its tools are native and are built primarily for glibc.
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY openapi ./openapi
COPY scenarios ./scenarios
COPY scripts ./scripts
COPY src ./src
RUN npm run build

FROM node:22-alpine
WORKDIR /opt/energy-rental-sandbox
COPY LICENSE package.json ./
COPY scenarios/scenario.schema.json ./scenarios/
COPY --from=build /build/dist ./dist
RUN chmod +x dist/cli.js \
  && ln -s /opt/energy-rental-sandbox/dist/cli.js /usr/local/bin/energy-rental-sandbox \
  && ln -s /opt/energy-rental-sandbox/dist/cli.js /usr/local/bin/energy-sandbox \
  && mkdir -m 0700 /data \
  && chown node:node /data

ENV NODE_ENV=production
# The server is reachable from outside the container, so it only starts if ENERGY_SANDBOX_ADMIN_TOKEN is set.
ENV HOST=0.0.0.0
ENV PORT=4010

USER node
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=3 \
  CMD at="127.0.0.1:${ENERGY_SANDBOX_PORT:-$PORT}/healthz"; \
    wget -q -O /dev/null "http://$at" || wget -q -O /dev/null --no-check-certificate "https://$at" || exit 1

# The name in PATH, so that messages name commands that work with `docker exec`.
ENTRYPOINT ["energy-rental-sandbox"]
