package redact_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/redact"
)

type vector struct {
	Name, Text, Expect string
	Secrets            []string
}

func vectors(t testing.TB, file string) []vector {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "contract", "redaction", file))
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := json.Unmarshal(data, &list); err != nil || len(list) == 0 {
		t.Fatal(err)
	}
	return list
}

func TestCutFollowsTheContract(t *testing.T) {
	for _, v := range vectors(t, "secrets.json") {
		if got := redact.New(v.Secrets...).Cut(v.Text); got != v.Expect {
			t.Errorf("%s: got %q, want %q", v.Name, got, v.Expect)
		}
	}
}

func TestNamesFollowsTheContract(t *testing.T) {
	for _, v := range vectors(t, "names.json") {
		if got := redact.Names(v.Text); got != v.Expect {
			t.Errorf("%s: got %q, want %q", v.Name, got, v.Expect)
		}
	}
}

func TestNilAndEmptySecretsCutNothing(t *testing.T) {
	var none *redact.Secrets
	none.Learn("a secret")
	for _, s := range []*redact.Secrets{none, {}, redact.New("short", "")} {
		if got := s.Cut("a secret and short"); got != "a secret and short" {
			t.Errorf("got %q", got)
		}
	}
}

func TestWriterReportsTheLengthThatItWasGiven(t *testing.T) {
	var out strings.Builder
	w := redact.New("bound-secret").Writer(&out)
	n, err := w.Write([]byte("a bound-secret b"))
	if n != 16 || err != nil || out.String() != "a [redacted] b" {
		t.Errorf("got %d, %v, %q", n, err, out.String())
	}
}

func FuzzCut(f *testing.F) {
	for _, v := range vectors(f, "secrets.json") {
		f.Add(strings.Join(v.Secrets, "|"), v.Text)
	}
	f.Fuzz(func(t *testing.T, secret, text string) {
		if got := redact.New(secret).Cut(text + secret + text); len(secret) >= 40 && strings.Contains(got, secret) &&
			!strings.Contains(redact.Redacted, secret) && got == text+secret+text {
			t.Errorf("%q is left in %q", secret, got)
		}
		redact.Names(text)
	})
}
