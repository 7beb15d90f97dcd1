#!/bin/sh
# Installs svc [[.Version]] for Linux or macOS: sh install.sh
#
# SVC_INSTALL_DIR is the folder of the binary, ~/.local/bin by default. SVC_RELEASE_URL is the address of a mirror of
# the release. The script contains the checksum of each archive, and installs nothing else.
set -eu

url=${SVC_RELEASE_URL:-[[.URL]]}
folder=${SVC_INSTALL_DIR:-$HOME/.local/bin}

fail() {
  echo "error: $1" >&2
  echo "  fix: $2" >&2
  exit 1
}

download() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q -O "$2" "$1"
  else
    fail 'cannot download: neither curl nor wget is installed' 'install curl'
  fi
}

checksum() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  else
    shasum -a 256 "$1" | cut -d ' ' -f 1
  fi
}

case $(uname -s) in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  *) fail "cannot install on $(uname -s): expected Linux or macOS" 'install the npm package @svc/cli' ;;
esac
case $(uname -m) in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) fail "cannot install on $(uname -m): expected x86_64 or arm64" 'build svc from its source, with Go' ;;
esac
case $os-$arch in
[[- range .Unix]]
  [[.OS]]-[[.Arch]]) want=[[$.Sum (.Archive $.Version)]] ;;
[[- end]]
  *) fail "no archive for $os-$arch in this release" 'build svc from its source, with Go' ;;
esac

name=svc-[[.Version]]-$os-$arch
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
trap 'exit 1' INT TERM
download "$url/$name.tar.gz" "$temporary/$name.tar.gz" ||
  fail "cannot download $url/$name.tar.gz" 'check the network, or set SVC_RELEASE_URL to a mirror'
got=$(checksum "$temporary/$name.tar.gz")
[ "$got" = "$want" ] ||
  fail "invalid checksum $got of $name.tar.gz: expected $want" 'download again; report it if the checksum stays'
tar -xzf "$temporary/$name.tar.gz" -C "$temporary"
mkdir -p "$folder"
# A new file and a rename: a running svc keeps its own.
cp "$temporary/$name/svc" "$folder/.svc-new"
chmod 755 "$folder/.svc-new"
mv "$folder/.svc-new" "$folder/svc"
echo "installed svc [[.Version]] in $folder"
case ":$PATH:" in
  *":$folder:"*) ;;
  *) echo "add it to your PATH: export PATH=\"$folder:\$PATH\"" ;;
esac
