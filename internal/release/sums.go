package release

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Names of the checksums and of their signature.
const (
	SumsName      = "SHA256SUMS"
	signatureName = "SHA256SUMS.sig"
)

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// sumsText returns the text that sha256sum --check reads, sorted by name. sums has the checksum of each file.
func sumsText(sums map[string]string) []byte {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&text, "%s  %s\n", sums[name], name)
	}
	return []byte(text.String())
}

// sign returns the Ed25519 signature of a text, 64 bytes, which openssl pkeyutl -verify -rawin accepts. The key is in
// PEM (PKCS #8), as openssl genpkey -algorithm ed25519 writes it.
func sign(key, text []byte) ([]byte, error) {
	block, _ := pem.Decode(key)
	if block == nil {
		return nil, errors.New("cannot read the signing key: expected PEM")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, errors.New("cannot read the signing key: expected PKCS #8") // the cause may quote the key
	}
	private, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("cannot use the signing key: expected an Ed25519 key")
	}
	return ed25519.Sign(private, text), nil
}
