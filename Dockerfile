# svc in an image without anything else, for linux/amd64 and linux/arm64.
#
#   docker build -t svc .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/app" svc check
FROM --platform=$BUILDPLATFORM golang:1.26.8 AS build
ARG TARGETOS TARGETARCH LDFLAGS="-s -w"
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -buildvcs=false -ldflags "$LDFLAGS" -o /image/svc ./cmd/svc && \
    mkdir -m 1777 /image/tmp

FROM scratch
# For requests to the platforms.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /image/ /
WORKDIR /app
# No home folder: logins come from variables, such as SVC_EDGE_TOKEN.
ENTRYPOINT ["/svc"]
