package taillog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// edge opens tails and serves their websockets. It calls serve for each connection.
type edge struct {
	mu                   sync.Mutex
	opened, closed, said []string
	refuse               func(n int) error
	http                 *httptest.Server
	badURL               string
}

var errForGood = errors.New("no such script")

func newEdge(t *testing.T, serve func(n int, c *websocket.Conn)) *edge {
	t.Helper()
	e := &edge{refuse: func(int) error { return nil }}
	n := 0
	e.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"trace-v1"}})
		if err != nil {
			return
		}
		defer c.CloseNow()
		_, hello, err := c.Read(r.Context())
		e.mu.Lock()
		n++
		mine := n
		e.said = append(e.said, c.Subprotocol()+" "+string(hello))
		e.mu.Unlock()
		if err == nil {
			serve(mine, c)
		}
	}))
	t.Cleanup(e.http.Close)
	return e
}

func (e *edge) OpenTail(_ context.Context, script string) (Tail, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.refuse(len(e.opened)); err != nil {
		return Tail{}, err
	}
	id := fmt.Sprintf("%s-%d", script, len(e.opened)+1)
	e.opened = append(e.opened, id)
	at := "ws" + strings.TrimPrefix(e.http.URL, "http") + "/tail?secret=canary"
	if e.badURL != "" {
		at = e.badURL
	}
	return Tail{ID: id, URL: at}, nil
}

func (e *edge) CloseTail(ctx context.Context, _, id string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = append(e.closed, id)
	return ctx.Err()
}

// leftOpen returns the tails that were not closed.
func (e *edge) leftOpen() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(e.opened), func(id string) bool { return slices.Contains(e.closed, id) })
}

// follow follows until the line "end", or until Follow returns.
func follow(t *testing.T, e *edge, scripts ...string) (lines []Line, notes []string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second) // only a broken test waits for it
	defer cancel()
	err = Follow(ctx, Options{
		Scripts: scripts, Opener: e,
		Line: func(l Line) {
			lines = append(lines, l)
			if l.Message == "end" {
				cancel()
			}
		},
		Note:  func(script, words string) { notes = append(notes, script+": "+words) },
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Final: func(err error) bool { return errors.Is(err, errForGood) },
	})
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Error("no line said the end")
	}
	return lines, notes, err
}

func say(c *websocket.Conn, texts ...string) {
	for _, text := range texts {
		_ = c.Write(context.Background(), websocket.MessageText, []byte(text))
	}
}

const theEnd = `{"outcome":"ok","eventTimestamp":9,"logs":[
	{"message":["end"],"level":"log","timestamp":9}
],"exceptions":[]}`

// wait holds a connection open until the other side ends it.
func wait(c *websocket.Conn) { _, _, _ = c.Read(context.Background()) }

// quote returns a text as JSON.
func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always marshals
	return string(quoted)
}

func TestEventsBecomeLines(t *testing.T) {
	e := newEdge(t, func(_ int, c *websocket.Conn) {
		say(c, `{"outcome":"ok","eventTimestamp":5,"logs":[
			{"message":[`+quote(`{"at":1700000000123,"level":"warn","message":"slow","worker":"main",`+
			`"capabilityId":"greet","kind":"tool","invocation":"i1","fields":{"n":1}}`)+`],"level":"warn","timestamp":7},
			{"message":[`+quote(`{"type":"invocation","invocation":"i1","worker":"main","capabilityId":"greet",`+
			`"kind":"tool","at":1700000000100,"durationMs":34.4,"outcome":"ok","httpStatus":200,"backpressure":true,`+
			`"crmCalls":2}`)+`],"level":"log","timestamp":8},
			{"message":[`+quote(`{"type":"error","invocation":"i1","worker":"main","capabilityId":"greet","kind":"tool",`+
			`"name":"TypeError","message":"x is not a function","stack":"at a\nat b"}`)+`],"level":"error","timestamp":8},
			{"message":["plain",{"a":1},2],"level":"log","timestamp":8},
			{"message":["{\"level\":\"info\",\"message\":\"not a line of svc\"}"],"level":"debug","timestamp":8}
		],"exceptions":[{"name":"Error","message":"boom","stack":"at c","timestamp":9}]}`,
			`{"outcome":"exception","eventTimestamp":9,"logs":[{"message":["password=hunter22",{"apiKey":"k-1"}],"level":"log"}],
			"exceptions":[{"name":"Error","message":"no answer of https://u:p@a.example/?sig=abc123","stack":"Error: token=t-1"}]}`,
			`{"outcome":"exceededCpu","eventTimestamp":10,"logs":[],"exceptions":[],"truncated":true}`,
			`{"outcome":"canceled","eventTimestamp":11,"logs":[],"exceptions":[]}`,
			`{"outcome":"ok","event":{"type":"overload","message":"sampling"},"logs":[],"exceptions":[]}`,
			`{"outcome":"ok","eventTimestamp":12,"event":{"cron":"* * * * *"},"logs":[],"exceptions":[]}`,
			`[]`, `nonsense`, theEnd)
		wait(c)
	})
	lines, _, err := follow(t, e, "app-main")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range lines {
		if strings.Contains(l.Stack, "t-1") {
			t.Errorf("the stack %q has a secret", l.Stack)
		}
		if l.Script != "app-main" {
			t.Errorf("a line is of %q", l.Script)
		}
		got = append(got, fmt.Sprintf(
			"%d %s %s %s/%s %q%s%s", l.At, l.Type, l.Level, l.Worker, l.Capability, l.Message, l.Fields,
			map[bool]string{true: " stack"}[l.Stack != ""],
		))
	}
	want := []string{
		`1700000000123 log warn main/greet "slow"{"n":1}`,
		`1700000000100 invocation warn main/greet "backpressure · HTTP 200 · 34 ms · 2 CRM calls"`,
		`8 error error main/greet "uncaught TypeError: x is not a function" stack`,
		`8 console info / "plain {\"a\":1} 2"`,
		`8 console debug / "{\"level\":\"info\",\"message\":\"not a line of svc\"}"`,
		`9 platform error / "uncaught Error: boom" stack`,
		`0 console info / "password=[redacted] {\"apiKey\":\"[redacted]\"}"`,
		`9 platform error / "uncaught Error: no answer of https://[redacted]@a.example/?sig=[redacted]" stack`,
		`10 platform error / "the edge platform ended the run: CPU time limit exceeded (exceededCpu)"`,
		`10 platform warn / "the edge platform truncated the log of this run"`,
		`11 platform info / "the caller disconnected before the end"`,
		`0 platform warn / "sampling"`,
		`0 platform warn / "the edge platform sent an event that is not valid JSON"`,
		`0 platform warn / "the edge platform sent an event that is not valid JSON"`,
		`9 console info / "end"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if left := e.leftOpen(); len(left) > 0 || e.said[0] != `trace-v1 {"debug":false}` {
		t.Errorf("left open %v, said %v", left, e.said)
	}
}

func TestFollowReconnectsAndClosesTheBrokenTail(t *testing.T) {
	e := newEdge(t, func(n int, c *websocket.Conn) {
		switch n {
		case 1:
			say(c, `{"outcome":"ok","logs":[{"message":["first"],"level":"log","timestamp":1}],"exceptions":[]}`)
			_ = c.Close(websocket.StatusGoingAway, "canary in the reason")
		case 2:
			_ = c.CloseNow()
		default:
			say(c, theEnd)
			wait(c)
		}
	})
	e.refuse = func(n int) error {
		if n == 2 && len(e.closed) == 2 {
			e.closed = append(e.closed, "counted")
			return errors.New("the API is away for a moment")
		}
		return nil
	}
	lines, notes, err := follow(t, e, "s")
	if err != nil || len(lines) != 2 {
		t.Fatalf("%v, %v", lines, err)
	}
	if len(notes) != 5 || !strings.Contains(notes[0], "closed with 1001") ||
		!strings.Contains(notes[1], "reconnected") || !strings.Contains(notes[3], "away for a moment") {
		t.Errorf("notes %q", notes)
	}
	if strings.Contains(strings.Join(notes, ""), "canary") {
		t.Errorf("notes contain text of the server, or the URL: %q", notes)
	}
	if left := e.leftOpen(); len(left) > 0 {
		t.Errorf("left open: %v", left)
	}
}

func TestFollowMergesTheLogsOfSeveralScripts(t *testing.T) {
	ready := make(chan struct{})
	e := newEdge(t, func(n int, c *websocket.Conn) {
		say(
			c, fmt.Sprintf(`{"outcome":"ok","logs":[{"message":["line %d"],"level":"log","timestamp":1}],"exceptions":[]}`, n),
		)
		if n == 3 {
			close(ready)
		}
		<-ready
		if n == 1 {
			say(c, theEnd)
		}
		wait(c)
	})
	lines, _, err := follow(t, e, "a", "b", "c")
	if err != nil || len(lines) < 2 || len(e.leftOpen()) > 0 || len(e.opened) != 3 {
		t.Errorf("%v, %v, left %v of %v", lines, err, e.leftOpen(), e.opened)
	}
}

func TestFollowEndsWithAPermanentError(t *testing.T) {
	for name, prepare := range map[string]func(*edge){
		"no such script": func(e *edge) { e.refuse = func(int) error { return errForGood } },
		"no such script any more": func(
			e *edge,
		) {
			e.refuse = func(n int) error { return map[bool]error{true: errForGood}[n > 0] }
		},
		"a log over a plain line":  func(e *edge) { e.badURL = "ws://tail.example/x" },
		"an address of a web page": func(e *edge) { e.badURL = "https://tail.example/x" },
	} {
		e := newEdge(t, func(_ int, c *websocket.Conn) { _ = c.CloseNow() })
		prepare(e)
		_, _, err := follow(t, e, "s")
		if err == nil || strings.Contains(err.Error(), "tail.example") || len(e.leftOpen()) > 0 {
			t.Errorf("%s: %v, left %v", name, err, e.leftOpen())
		}
	}
}

func TestFilterMatchesByLevelAndCapability(t *testing.T) {
	l := Line{Level: "warn", Worker: "main", Capability: "greet"}
	for f, want := range map[Filter]bool{
		{}: true, {Level: "info"}: true, {
			Level: "warn",
		}: true, {Level: "error"}: false, {Capability: "greet"}: true, {Capability: "main/greet"}: true,
		{Capability: "other/greet"}: false, {Capability: "gree"}: false, {Level: "error", Capability: "greet"}: false,
	} {
		if got := f.Matches(l); got != want {
			t.Errorf("%+v: %v", f, got)
		}
	}
	if (Filter{Capability: ""}).Matches(Line{}) != true || (Filter{Capability: "/"}).Matches(Line{}) {
		t.Error("a line of no capability")
	}
}

func FuzzLinesOf(f *testing.F) {
	f.Add(theEnd)
	f.Add(`{"logs":[{"message":"x"},{"message":[{}]},{"message":["{\"type\":\"invocation\"}"]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range linesOf("s", []byte(text)) {
			if !slices.Contains(levels, l.Level) || l.Type == "" {
				t.Errorf("%+v", l)
			}
		}
	})
}
