package testscripts

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// nesting ends the process that loads it: its values nest without end.
const nesting = "const p: unknown = new Proxy({}, { get: () => p });\nexport const text = String(p);\n"

func TestServerOutlivesTheProcessOfAnApp(t *testing.T) {
	t.Parallel()
	const worker = "src/workers/billing.ts"
	e := edit(t, clean)
	e.show(worker, nesting)
	found := e.findings(worker)
	if len(found) != 1 || found[0].Code != "throws-at-import" {
		t.Errorf("findings: %+v", found)
	}
	e.show(worker, clean[worker])
	if found := e.findings(worker); len(found) != 0 {
		t.Errorf("findings after the correction: %+v", found)
	}
	e.quit()
}

func TestServerFollowsFilesOnDisk(t *testing.T) {
	t.Parallel()
	const worker = "src/workers/billing.ts"
	e := edit(t, map[string]string{"svc.config.ts": clean["svc.config.ts"], worker: misspelled})
	hasFindings := func(list *protocol.PublishDiagnosticsParams) bool { return len(list.Diagnostics) > 0 }
	e.wait(worker, hasFindings) // of a file that is not open
	e.save(worker, clean[worker])
	e.wait(worker, func(list *protocol.PublishDiagnosticsParams) bool { return len(list.Diagnostics) == 0 })
	e.save(worker, misspelled)
	e.wait(worker, hasFindings)
	e.quit()
}

func TestServerChecksAppsBelowTheFolderWhileTheirFilesAreOpen(t *testing.T) {
	t.Parallel()
	const worker = "apps/shop/src/workers/billing.ts"
	e := edit(t, map[string]string{
		"apps/shop/svc.config.ts": clean["svc.config.ts"], worker: misspelled, "apps/notes.ts": "export {};",
	})
	e.show("apps/notes.ts", "export const objectType = 'contcat';") // of no app
	e.show(worker, misspelled)
	if found := e.findings(worker); len(found) != 1 {
		t.Errorf("findings: %+v", found)
	}
	err := e.DidClose(e.context(), &protocol.DidCloseTextDocumentParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(worker)},
	})
	if err != nil {
		t.Fatal(err)
	}
	e.wait(worker, func(list *protocol.PublishDiagnosticsParams) bool { return len(list.Diagnostics) == 0 })
	e.quit()
}

func TestServerSendsNoSecretsOfTheEnvironment(t *testing.T) {
	t.Parallel()
	const worker, canary = "src/workers/billing.ts", "canary-of-the-editor"
	e := edit(t, clean, "SVC_TEST_TOKEN="+canary)
	e.show(worker, strings.Replace(misspelled, "contcat", canary, 1))
	found := e.findings(worker)
	if len(found) != 1 || strings.Contains(found[0].Message, canary) || !strings.Contains(found[0].Message, "[redacted]") {
		t.Errorf("findings: %+v", found)
	}
	e.quit()
}

// frames returns messages as a stream. One that has a header stays as it is.
func frames(messages ...string) string {
	var b strings.Builder
	for _, message := range messages {
		if !strings.HasPrefix(message, "Content-") {
			fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n", len(message))
		}
		b.WriteString(message)
	}
	return b.String()
}

// talk writes messages to svc lsp, and returns what it answers until the stream ends: ids with results, or the codes of
// errors.
func talk(t *testing.T, dir string, messages ...string) (answers map[string]string, exit int) {
	t.Helper()
	cmd := exec.Command(binary, "lsp")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(frames(messages...))
	out, err := cmd.Output()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	answers = map[string]string{}
	for rest := string(out); rest != ""; {
		var length int
		if _, err := fmt.Sscanf(rest, "Content-Length: %d\r\n\r\n", &length); err != nil {
			t.Fatalf("no frame: %.100q", rest)
		}
		_, rest, _ = strings.Cut(rest, "\r\n\r\n")
		var answer struct {
			ID     json.RawMessage
			Error  *struct{ Code int }
			Result json.RawMessage
		}
		if err := json.Unmarshal([]byte(rest[:length]), &answer); err != nil {
			t.Fatal(err)
		}
		if rest = rest[length:]; answer.ID == nil {
			continue // a notification
		}
		answers[string(answer.ID)] = "ok"
		if answer.Error != nil {
			answers[string(answer.ID)] = fmt.Sprint(answer.Error.Code)
		}
	}
	return answers, cmd.ProcessState.ExitCode()
}

const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	initialized = `{"jsonrpc":"2.0","method":"initialized","params":{}}`
	shutdown    = `{"jsonrpc":"2.0","id":"end","method":"shutdown"}`
	exit        = `{"jsonrpc":"2.0","method":"exit"}`
)

func TestServerKeepsToTheProtocol(t *testing.T) {
	t.Parallel()
	hover := `{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":` +
		`{"textDocument":{"uri":"untitled:1"},"position":{"line":-5,"character":99999999}}}`
	with := func(old, new string) string { return strings.Replace(hover, old, new, 1) }
	trace := `{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}`
	for name, c := range map[string]struct {
		messages []string
		answers  map[string]string
		exit     int
	}{
		"a short life": {
			[]string{initialize, initialized, shutdown, exit}, map[string]string{"1": "ok", `"end"`: "ok"}, 0,
		},
		"a closed stream":   {[]string{initialize}, map[string]string{"1": "ok"}, 0},
		"exit alone":        {[]string{initialize, exit}, map[string]string{"1": "ok"}, 1},
		"before initialize": {[]string{hover, initialize}, map[string]string{"1": "ok", "2": "-32002"}, 0},
		"initialize twice": {
			[]string{initialize, strings.Replace(initialize, "1", "3", 1)}, map[string]string{"1": "ok", "3": "-32600"}, 0,
		},
		"after shutdown": {
			[]string{initialize, shutdown, hover, exit}, map[string]string{"1": "ok", `"end"`: "ok", "2": "-32600"}, 0,
		},
		"a file of no app":  {[]string{initialize, hover}, map[string]string{"1": "ok", "2": "ok"}, 0},
		"an unknown method": {[]string{initialize, with("hover", "hoover")}, map[string]string{"1": "ok", "2": "-32601"}, 0},
		"wrong parameters": {
			[]string{initialize, with(`"untitled:1"`, "1")}, map[string]string{"1": "ok", "2": "-32602"}, 0,
		},
		"unknown notifications": {
			[]string{initialize, `{"jsonrpc":"2.0","method":"$/nonsense"}`, trace, hover},
			map[string]string{"1": "ok", "2": "ok"}, 0,
		},
		"invalid JSON":  {[]string{initialize, "{", hover}, map[string]string{"1": "ok", "null": "-32700", "2": "ok"}, 0},
		"invalid frame": {[]string{initialize, "Content-Length: none\r\n\r\n"}, map[string]string{"1": "ok"}, 3},
		"a message too large": {
			[]string{initialize, "Content-Length: 999999999\r\n\r\n"}, map[string]string{"1": "ok"}, 3,
		},
	} {
		answers, code := talk(t, t.TempDir(), c.messages...)
		if fmt.Sprint(answers) != fmt.Sprint(c.answers) || code != c.exit {
			t.Errorf("%s: got %v, exit code %d; want %v, %d", name, answers, code, c.answers, c.exit)
		}
	}
}

// endlessProject writes a project that does not load.
func endlessProject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	worker := filepath.Join(dir, "src", "workers", "endless.ts")
	err := os.MkdirAll(filepath.Dir(worker), 0o755)
	err = errors.Join(err, os.WriteFile(filepath.Join(dir, "svc.config.ts"), []byte(clean["svc.config.ts"]), 0o644))
	if err = errors.Join(err, os.WriteFile(worker, []byte("for (;;) {}\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A request waits for the check of an app that takes all its time. The editor cancels it, and ends the server.
func TestServerCancelsRequestsThatWait(t *testing.T) {
	t.Parallel()
	dir := endlessProject(t)
	file := string(uri.File(filepath.Join(dir, "src", "workers", "endless.ts")))
	actions := func(id string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"` +
			file + `"},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"context":{"diagnostics":[]}}}`
	}
	answers, code := talk(t, dir, initialize, initialized,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"`+file+
			`","languageId":"typescript","version":1,"text":"for (;;) {}"}}}`,
		actions("7"), actions(`"eight"`), `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}`, shutdown, exit,
	)
	want := map[string]string{"1": "ok", "7": "-32800", `"eight"`: "-32800", `"end"`: "ok"}
	if fmt.Sprint(answers) != fmt.Sprint(want) || code != 0 {
		t.Errorf("got %v, exit code %d; want %v", answers, code, want)
	}
}
