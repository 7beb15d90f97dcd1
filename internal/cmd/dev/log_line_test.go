package dev

import "testing"

func TestEventsAreLogLines(t *testing.T) {
	for text, want := range map[string][4]string{
		`{"event":"log","worker":"main","capability":"a","log":{"level":"warn","message":"m","fields":{"x":1}}}`: {
			"warn", "main", "a", "m",
		},
		`{"event":"invocation","ended":{"worker":"main","capabilityId":"a","outcome":"retry-later","durationMs":1.6}}`: {
			"warn", "main", "a", "ended with retry-later in 2 ms",
		},
		`{"event":"invocation","ended":{"worker":"main","capabilityId":"a","outcome":"error"}}`: {
			"error", "main", "a", "ended with error in 0 ms",
		},
		`{"event":"card","card":{"level":"debug","message":"m","card":"c"}}`: {"debug", "", "", "card c: m"},
		`{"event":"fired","fired":{"worker":"main","cron":"* * * * *","error":"no"}}`: {
			"error", "main", "", "schedule * * * * * failed: no",
		},
		`{"event":"request","method":"GET","host":"main.localhost:1","path":"/health","status":404,"durationMs":3}`: {
			"warn", "main", "", "GET /health 404 3 ms",
		},
		`{"event":"request","method":"GET","host":"localhost:1","path":"/w/other/x","status":500}`: {
			"error", "other", "", "GET /w/other/x 500 0 ms",
		},
		`{"event":"round","built":["main"],"failed":["other: no"]}`: {"error", "", "", "round: built main: other: no"},
		`{"event":"ready"}`: {"info", "", "", "ready"},
	} {
		line, known := logLineOf([]byte(text))
		if got := [4]string{line.Level, line.Worker, line.Capability, line.Message}; !known || got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{`{"event":"record","record":{}}`, `{"event":"call","call":{}}`, `{}`, `x`, ``} {
		if line, known := logLineOf([]byte(text)); known {
			t.Errorf("%s: got %+v", text, line)
		}
	}
}
