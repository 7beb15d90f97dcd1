package live

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

func TestCardEntriesAreCutToTheirLimits(t *testing.T) {
	long := strings.Repeat("€", maxCardMessage)
	body, err := json.Marshal([]CardEntry{{Level: "warn", Message: long, Card: long, Session: long, Invocation: long}})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := parseCardEntries(body)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	e := entries[0]
	for text, limit := range map[string]int{
		e.Message: maxCardMessage, e.Card: maxCardName, e.Session: maxCardName, e.Invocation: maxCardName,
	} {
		if !strings.HasSuffix(text, "€…") || len(text) > limit+len("…") || len(text) < limit-len("€") {
			t.Errorf("a text of %d bytes for the limit %d", len(text), limit)
		}
	}
}

func TestInvalidCardEntriesAreRefused(t *testing.T) {
	for body, want := range map[string]string{
		"":                                       "the body is not valid JSON: unexpected end",
		"{}":                                     "expected a JSON array of entries, not a JSON object",
		`[{"level":"info","message":5}]`:         "invalid message: it cannot be a JSON number",
		`[{"level":"info","message":"x"}] [`:     "the body is not valid JSON",
		`[{"message":"x"}]`:                      `entry 0: level ""; use debug, info, warn or error`,
		`[{"level":"info"},{"level":"shout"}]`:   `entry 1: level "shout"`,
		`[null]`:                                 `entry 0: level ""`,
		"[" + strings.Repeat("{},", 100) + "{}]": "101 entries; send at most 100 at once",
	} {
		if _, err := parseCardEntries([]byte(body)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", body, err, want)
		}
	}
}

func TestABodyThatDoesNotArriveIsRefused(t *testing.T) {
	logs := NewLogs(LogOptions{OnCards: func(entries []CardEntry) { t.Errorf("received %+v", entries) }})
	r := httptest.NewRequest(http.MethodPost, CardPath, iotest.ErrReader(os.ErrDeadlineExceeded))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "text/plain")
	w := httptest.NewRecorder()
	logs.ServeHTTP(w, r)
	if w.Code != http.StatusRequestTimeout {
		t.Errorf("status %d", w.Code)
	}
}

func FuzzCardEntries(f *testing.F) {
	for _, seed := range []string{
		`[{"at":1,"level":"info","message":"x","card":"c","session":"s","invocation":"i"}]`, `[null]`, `[]`, `null`, "[{]",
		`[{"level":"debug","message":"\u0000\ud800` + "\xff" + `"}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, err := parseCardEntries(body)
		if err != nil {
			return
		}
		for _, e := range entries {
			if !utf8.ValidString(e.Message+e.Card) || len(e.Message) > maxCardMessage+len("…") {
				t.Errorf("%q", e.Message)
			}
		}
		if _, err := json.Marshal(entries); err != nil {
			t.Error(err)
		}
	})
}
