package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsonrpc"
)

// fakeChecker answers each check when the test says so.
type fakeChecker struct{ checks chan *fakeCheck }

// fakeCheck is a check that runs.
type fakeCheck struct {
	ctx     context.Context //nolint:containedctx // that of the check
	texts   map[string]string
	answers chan error
	files   []string // that the app reads
}

const folder, file = "/app", "/app/main.ts"

func (*fakeChecker) IsApp(dir string) bool { return dir == folder }

func (*fakeChecker) AppOf(file string) string {
	if filepath.Dir(file) == folder {
		return folder
	}
	return ""
}

func (*fakeChecker) Watch(ctx context.Context, _ string, _ func()) error {
	<-ctx.Done()
	return nil
}

func (f *fakeChecker) Check(ctx context.Context, _ string, texts map[string]string) (*Checked, error) {
	check := &fakeCheck{ctx: ctx, texts: texts, answers: make(chan error)}
	f.checks <- check
	select {
	case err := <-check.answers:
		finding := diag.Finding{Rule: "text", Message: texts[file], Span: diag.Span{File: "main.ts", Line: 1, Column: 1}}
		return &Checked{Findings: []diag.Finding{finding}, Files: check.files}, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// client is a connected editor.
type client struct {
	*testing.T
	*fakeChecker
	out     *jsonrpc.Writer
	in      *jsonrpc.Reader
	end     io.Closer
	version int
}

func connect(t *testing.T) *client {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	same := func(text string) string { return text }
	c := &client{
		T: t, fakeChecker: &fakeChecker{make(chan *fakeCheck)}, out: jsonrpc.NewWriter(fromClient, same),
		in: jsonrpc.NewReader(toClient), end: fromClient,
	}
	ended := make(chan error, 1)
	go func() {
		ended <- New(Options{
			In: toServer, Out: jsonrpc.NewWriter(fromServer, same), Checker: c.fakeChecker,
			Log: func(format string, args ...any) { t.Logf(format, args...) },
		}).Run(context.Background())
		_ = fromServer.Close()
	}()
	t.Cleanup(func() {
		_ = fromClient.Close()
		_, _ = io.Copy(io.Discard, toClient) // what it still sends
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	c.request(1, "initialize", map[string]any{})
	c.until(func(m *jsonrpc.Message) bool { return string(m.ID) == "1" })
	return c
}

func (c *client) notify(method, params string) {
	c.Helper()
	if err := c.out.Notify(method, json.RawMessage(params)); err != nil {
		c.Fatal(err)
	}
}

func (c *client) request(id int, method string, params any) {
	c.Helper()
	if err := c.out.Request(id, method, params); err != nil {
		c.Fatal(err)
	}
}

func opened(path, text string) string {
	return fmt.Sprintf(`{"textDocument":{"uri":"file://%s","version":1,"text":%q}}`, path, text)
}

// show opens the file with a text, or changes its text.
func (c *client) show(text string) {
	c.Helper()
	if c.version++; c.version == 1 {
		c.notify("textDocument/didOpen", opened(file, text))
		return
	}
	c.notify("textDocument/didChange", fmt.Sprintf(
		`{"textDocument":{"uri":"file://%s","version":%d},"contentChanges":[{"text":%q}]}`, file, c.version, text,
	))
}

// until reads messages until one is wanted.
func (c *client) until(wanted func(*jsonrpc.Message) bool) *jsonrpc.Message {
	c.Helper()
	for {
		m, err := c.in.Read()
		if err != nil {
			c.Fatal(err)
		}
		if wanted(m) {
			return m
		}
	}
}

// published waits for findings, and returns the message of the only one with the version that it is about.
func (c *client) published() (text string, version int) {
	c.Helper()
	m := c.until(func(m *jsonrpc.Message) bool { return m.Method == "textDocument/publishDiagnostics" })
	var list publishDiagnostics
	if err := json.Unmarshal(m.Params, &list); err != nil || len(list.Diagnostics) != 1 || list.Version == nil {
		c.Fatalf("%s: %v", m.Params, err)
	}
	return list.Diagnostics[0].Message, *list.Version
}

func (c *client) actions(id int) {
	c.Helper()
	const start = `{"line":0,"character":0}`
	c.request(id, "textDocument/codeAction", json.RawMessage(
		`{"textDocument":{"uri":"file://`+file+`"},"range":{"start":`+start+`,"end":`+start+`}}`,
	))
}

func TestAChangeEndsTheCheckOfTheTextBefore(t *testing.T) {
	c := connect(t)
	c.show("first")
	first := <-c.checks
	c.show("second")
	c.show("third")
	<-first.ctx.Done()
	c.actions(2) // does not wait until the user has stopped typing
	check := <-c.checks
	if check.texts[file] != "third" {
		t.Errorf("checked %q", check.texts[file])
	}
	check.answers <- nil
	if text, version := c.published(); text != "third" || version != 3 {
		t.Errorf("published %q of version %d", text, version)
	}
	c.until(func(m *jsonrpc.Message) bool { return string(m.ID) == "2" && m.Error == nil })
}

func TestAFailedCheckKeepsTheFindingsAndAnswersWhatWaits(t *testing.T) {
	c := connect(t)
	c.show("first")
	(<-c.checks).answers <- nil
	c.published()
	c.show("second")
	c.actions(2)
	(<-c.checks).answers <- errors.New("the process ended")
	m := c.until(func(m *jsonrpc.Message) bool { return m.Method == "window/showMessage" })
	if want := `{"message":"/app: the process ended","type":1}`; string(m.Params) != want {
		t.Errorf("shown: %s", m.Params)
	}
	answer := c.until(func(m *jsonrpc.Message) bool { return m.ID != nil })
	if string(answer.ID) != "2" || string(answer.Result) != "[]" {
		t.Errorf("answered %s: %s", answer.ID, answer.Result)
	}
	c.show("third")
	c.actions(3)
	(<-c.checks).answers <- nil
	if text, _ := c.published(); text != "third" {
		t.Errorf("published %q", text)
	}
}

func TestTheEndOfTheInputEndsChecks(t *testing.T) {
	c := connect(t)
	c.show("first")
	check := <-c.checks
	if err := c.end.Close(); err != nil {
		t.Error(err)
	}
	<-check.ctx.Done()
}

func TestMoreRequestsThanMayWaitAreRefused(t *testing.T) {
	c := connect(t)
	c.show("first")
	check := <-c.checks
	for id := range maxWaiting + 1 {
		c.actions(100 + id)
	}
	refused := c.until(func(m *jsonrpc.Message) bool { return m.ID != nil })
	isLast := string(refused.ID) == fmt.Sprint(100+maxWaiting)
	if !isLast || refused.Error == nil || refused.Error.Code != jsonrpc.RequestFailed {
		t.Errorf("refused %s: %+v", refused.ID, refused.Error)
	}
	check.answers <- nil
	for range maxWaiting {
		if m := c.until(func(m *jsonrpc.Message) bool { return m.ID != nil }); m.Error != nil {
			t.Fatalf("%s: %+v", m.ID, m.Error)
		}
	}
}

func TestAnAppGetsTheTextsThatItReads(t *testing.T) {
	c := connect(t)
	for name, text := range map[string]string{"/lib/a.ts": "imported", "/secret/b.ts": "of another project"} {
		c.notify("textDocument/didOpen", opened(name, text))
	}
	c.show("text")
	first := <-c.checks
	if len(first.texts) != 1 || first.texts[file] != "text" {
		t.Errorf("the first check has %v", first.texts)
	}
	first.files = []string{"main.ts", "../lib/a.ts"}
	first.answers <- nil
	c.published()
	second := <-c.checks // now it is known what the app imports
	if len(second.texts) != 2 || second.texts["/lib/a.ts"] != "imported" {
		t.Errorf("the second check has %v", second.texts)
	}
	second.files = first.files
	second.answers <- nil
	c.until(func(m *jsonrpc.Message) bool { return m.Method == "textDocument/publishDiagnostics" })
}
