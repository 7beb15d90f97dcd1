package host

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBytesInFlightAreBoundedUntilTheirRequestsEnd(t *testing.T) {
	in := newIntake(Hooks{})
	read := func(size int) (func(), error) {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat("x", size)))
		body, release, err := in.read(httptest.NewRecorder(), r, maxBody)
		if err == nil && len(body) != size {
			t.Errorf("read %d bytes of %d", len(body), size)
		}
		return release, err
	}
	var releases []func()
	for range maxBodyBytes / maxBody {
		release, err := read(maxBody)
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, release)
	}
	if _, err := read(1); !errors.Is(err, errBusy) {
		t.Errorf("over the limit: %v", err)
	}
	releases[0]()
	release, err := read(maxBody)
	if err != nil {
		t.Errorf("after a request has ended: %v", err)
	}
	release()
	for _, release := range releases[1:] {
		release()
	}
	if in.bodies != 0 || in.bytes != 0 {
		t.Errorf("left in flight: %d bodies, %d bytes", in.bodies, in.bytes)
	}
}

func TestABrokenBodyIsNotInFlight(t *testing.T) {
	in := newIntake(Hooks{})
	r := httptest.NewRequest(http.MethodPost, "/", io.MultiReader(strings.NewReader("x"), broken{}))
	if _, _, err := in.read(httptest.NewRecorder(), r, maxBody); err == nil || in.bodies != 0 || in.bytes != 0 {
		t.Errorf("%v: %d bodies, %d bytes", err, in.bodies, in.bytes)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestShortenCutsBetweenCharacters(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("é", 1000), "x" + strings.Repeat("é", 1000), strings.Repeat("\x80", 1000),
	} {
		got := Shorten(text)
		if len(got) > maxLogged+len("…") || !strings.HasPrefix(text, strings.TrimSuffix(got, "…")) ||
			utf8.ValidString(text) != utf8.ValidString(got) {
			t.Errorf("%q", got)
		}
	}
	if got := Shorten("/short"); got != "/short" {
		t.Errorf("%q", got)
	}
}
