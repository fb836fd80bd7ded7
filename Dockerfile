# syntax=docker/dockerfile:1
# For those who build with Docker or buildah. Releases are built with ko (.ko.yaml), on the same base and with the same flags.
#   docker build --build-arg VERSION="$(cat VERSION)" --build-arg COMMIT="$(git rev-parse HEAD)" \
#     --build-arg SOURCE_DATE_EPOCH="$(git show --no-patch --format=%ct HEAD)" --build-arg TREE_STATE=clean .

ARG GO_IMAGE=docker.io/library/golang:1.26.8@sha256:0f063af2d465d8dcae54cce04278ada488b96f77b42449c8d071e47d016cc65a
ARG BASE_IMAGE=gcr.io/distroless/static-debian13:nonroot@sha256:e2e927ec666bae08560abb3c55d0659eceabb657f56b6782ab500a9fc7f555e3

# Go compiles for any platform on the one on which it runs: nothing is emulated.
FROM --platform=$BUILDPLATFORM ${GO_IMAGE} AS build
WORKDIR /src
COPY . .
ARG TARGETOS
ARG TARGETARCH
# The archive that the context is has no git. hack/build-flags says what each is; without them, the binary says "unknown".
ARG VERSION=
ARG COMMIT=
ARG SOURCE_DATE_EPOCH=
ARG TREE_STATE=
ENV CGO_ENABLED=0 GOWORK=off GOTOOLCHAIN=local
RUN --mount=type=cache,target=/root/.cache/go-build \
    flags=$(hack/build-flags) && \
    GOOS=${TARGETOS} GOARCH=${TARGETARCH} go build -mod=vendor -trimpath -buildvcs=false -ldflags "${flags}" \
      -o /gardener-extension-shoot-flux ./cmd/gardener-extension-shoot-flux

FROM ${BASE_IMAGE}
ARG VERSION=
ARG COMMIT=
LABEL org.opencontainers.image.title="gardener-extension-shoot-flux" \
      org.opencontainers.image.description="Gardener extension that installs Flux into shoots" \
      org.opencontainers.image.source="https://github.com/shoot-flux/gardener-extension-shoot-flux" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"
COPY --from=build /gardener-extension-shoot-flux /gardener-extension-shoot-flux
USER 65532:65532
ENTRYPOINT ["/gardener-extension-shoot-flux"]
