package release

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"
)

func pemOf(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func TestSumsAreSorted(t *testing.T) {
	got := string(sumsText(map[string]string{"b": sumOf(nil), "a": sumOf([]byte("a"))}))
	want := "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
	if got != want {
		t.Errorf("sums:\n%s", got)
	}
}

func TestSignatureIsEd25519OfTheText(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := sign(pemOf(t, private), []byte("text"))
	if err != nil || !ed25519.Verify(public, []byte("text"), signature) {
		t.Errorf("the signature does not verify (%v)", err)
	}
}

func TestKeysOfOtherKindsAreErrors(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for want, key := range map[string][]byte{
		"expected PEM": []byte("secret words"), "expected an Ed25519 key": pemOf(t, other),
		"expected PKCS #8": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("secret words")}),
	} {
		_, err := sign(key, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "words") {
			t.Errorf("error %v; want %q", err, want)
		}
	}
}
