package conformance

import (
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"time"
)

func clock() time.Time { return time.UnixMilli(1_790_000_000_000) }

func TestMatcherComparesBodiesByStructure(t *testing.T) {
	for _, c := range []struct{ want, got, fault string }{
		{`{"a": 1, "b": [true, null]}`, `{"b":[true,null],"a":1.0}`, ""},
		{`{"a": 1}`, `{"a":2}`, "body.a: want 1, got 2"},
		{`{"a": 1}`, `{"a":"1"}`, `body.a: want 1, got "1"`},
		{`{"a": 1}`, `{"a":1,"b":2}`, "body.b: unexpected 2"},
		{`{"a": 1, "...": "{any}"}`, `{"a":1,"b":2}`, ""},
		{`{"a": 1}`, `{}`, "body.a: want 1, got none"},
		{`{"a": "{absent}"}`, `{"a":null}`, "body.a: want none, got null"},
		{`{"a": "{absent}"}`, `{}`, ""},
		{`[1, 2]`, `[1]`, "body: want [1,2], got [1]"},
		{`{"a": "{any}"}`, `{"a":null}`, ""},
		{`{"a": "{any}"}`, `{}`, `body.a: want "{any}", got none`},
		{`{"a": "{number}"}`, `{"a":"7"}`, `body.a: want {number}, got "7"`},
		{`{"a": "{text}"}`, `{"a":""}`, `body.a: want {text}, got ""`},
		{`{"a": "{uuid}"}`, `{"a":"0b9d9b8e-1111-4222-8333-944444444444"}`, ""},
		{`{"a": "{uuid}"}`, `{"a":"7"}`, `body.a: want {uuid}, got "7"`},
		{`{"a": "{time}"}`, `{"a":1790000000123}`, ""},
		{`{"a": "{time}"}`, `{"a":1780000000123}`, "body.a: want {time}, got 1780000000123"},
		{`{"a": "at {time}, {number} rows of {any}"}`, `{"a":"at 2026-09-21T14:13:20Z, 12 rows of "}`, ""},
		{`{"a": "{number} rows"}`, `{"a":"x rows"}`, `body.a: want "{number} rows", got "x rows"`},
		{`{"a": "{left 20}", "b": "after {left 5}s"}`, `{"a":10,"b":"after 1s"}`, ""},
		{`{"a": "{left 20}"}`, `{"a":21}`, "body.a: want {left 20}, got 21"},
		{`{"a": "{left 20}"}`, `{"a":9}`, "body.a: want {left 20}, got 9"},
		{`{"a": "after {left 5}s"}`, `{"a":"after 0s"}`, `body.a: want "after {left 5}s", got "after 0s"`},
		{`{"a": "a.c"}`, `{"a":"abc"}`, `body.a: want "a.c", got "abc"`},
		{`{"a": 1}`, `nothing`, "body: invalid JSON"},
		{"plain {text}", "plain words", ""},
		{"plain", "other", `body: want "plain", got "other"`},
	} {
		m := &matcher{values: newValues(1, nil, clock)}
		m.body("body", c.want, c.got)
		if got := strings.Join(m.faults, "; "); (c.fault == "") != (got == "") || !strings.Contains(got, c.fault) {
			t.Errorf("want %s\ngot  %s\nfaults %q, expected %q", c.want, c.got, got, c.fault)
		}
	}
}

func TestMatcherCapturesValuesForLaterUse(t *testing.T) {
	v := newValues(3, map[string]string{"NAME": "bound"}, clock)
	m := &matcher{values: v}
	m.body(
		"body", `{"id": "{any:id}", "link": "https://a.example/?state={text:state}&x=1"}`,
		`{"id":7,"link":"https://a.example/?state=s1&x=1"}`,
	)
	if len(m.faults) > 0 {
		t.Fatal(m.faults)
	}
	got := v.fill(
		`{id} {state} {portal} {unique} {now} {now-1s} {binding NAME} {repeat ab 3} {hex 41ff} {any} {unknown} {"a":1} {binding NONE}`,
	)
	want := "7 s1 7000030 u7000030u 1790000000000 1789999999000 bound ababab A\xff " +
		`{any} {unknown} {"a":1} {binding NONE}`
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestDifferencesIgnoreWhatACaseLeavesOpen(t *testing.T) {
	one := func(status int, body, header string, logs ...string) *seen {
		s := &seen{answers: []answered{{
			answer: answer{
				status: status, body: body, headers: http.Header{"X-A": {header}, "Date": {body}},
			}, want: parseMessage("200\n\n{\"a\": \"{any}\", \"...\": \"{any}\"}"),
		}}}
		j := &journal{}
		for _, line := range logs {
			j.add(`{"level":"info","message":"` + line + `","at":` + header + `}`)
		}
		s.events = j.since(0, 0, false)
		return s
	}
	same := one(200, `{"a":1,"at":"2026-01-01T00:00:00.1Z"}`, "1790000000000", "x")
	for want, other := range map[string]*seen{
		"":       one(200, `{"at":"2026-01-02T00:00:00Z","a":2}`, "1790000000009", "x"),
		"status": one(201, `{"a":1,"at":"2026-01-01T00:00:00.1Z"}`, "1790000000000", "x"),
		"body":   one(200, `{"a":1,"at":"2026-01-01T00:00:00.1Z","b":1}`, "1790000000000", "x"),
		"header": one(200, `{"a":1,"at":"2026-01-01T00:00:00.1Z"}`, "17", "x"),
		"logs 1": one(200, `{"a":1,"at":"2026-01-01T00:00:00.1Z"}`, "1790000000000", "y"),
		"logs 2": one(200, `{"a":1,"at":"2026-01-01T00:00:00.1Z"}`, "1790000000000", "x", "x"),
	} {
		got := strings.Join(differences(same, other, &caseFile{}), "\n")
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("want a difference in %q, got %s", want, got)
		}
	}
}

func TestMatcherVerifiesTheMACOfTheBody(t *testing.T) {
	for _, c := range []struct{ secret, body, fault string }{
		{"secret", `{"a":"ü"}`, ""},
		{"secret", `{"a": "ü"}`, "header X-Sum: want"},
		{"other", `{"a":"ü"}`, "header X-Sum: want"},
	} {
		m := &matcher{values: newValues(1, map[string]string{"CRM_CLIENT_SECRET": c.secret}, clock)}
		sum := "v1=" + hex.EncodeToString(mac([]byte("secret"), `{"a":"ü"}`))
		m.answer(parseMessage("200\nX-Sum: v1={bodyMac}\n\n{any}"), answer{
			status: 200, headers: http.Header{"X-Sum": {sum}}, body: c.body,
		})
		if got := strings.Join(m.faults, "; "); (c.fault == "") != (got == "") || !strings.HasPrefix(got, c.fault) {
			t.Errorf("%+v: faults %q", c, got)
		}
	}
}
