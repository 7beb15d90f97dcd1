package testscripts

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"
)

// editor is a public client of the protocol, connected to svc lsp in the folder of an app.
type editor struct {
	protocol.Client // what the server does not call
	protocol.Server
	testing.TB
	dir      string
	process  *exec.Cmd
	conn     jsonrpc2.Conn
	versions map[string]int32
	lists    chan *protocol.PublishDiagnosticsParams
	messages chan string
}

// pipes are the two ends of a process as one connection.
type pipes struct {
	io.ReadCloser
	in io.WriteCloser
}

func (p pipes) Write(text []byte) (int, error) { return p.in.Write(text) }

func (p pipes) Close() error { return errors.Join(p.in.Close(), p.ReadCloser.Close()) }

// edit starts svc lsp for an app, like an editor that has opened its folder.
func edit(t *testing.T, files map[string]string, variables ...string) *editor {
	t.Helper()
	e := &editor{
		TB: t, dir: t.TempDir(), versions: map[string]int32{},
		lists: make(chan *protocol.PublishDiagnosticsParams, 1000), messages: make(chan string, 1000),
	}
	for name, text := range files {
		e.save(name, text)
	}
	e.process = exec.Command(binary, "lsp", "--stdio")
	e.process.Dir, e.process.Env = e.dir, append(os.Environ(), variables...)
	in, err := e.process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.process.Stderr = os.Stderr
	if err := e.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.process.Process.Kill() })
	_, e.conn, e.Server = protocol.NewClient(
		context.Background(), e, jsonrpc2.NewStream(pipes{out, in}), zap.NewNop(),
	)
	answer, err := e.Initialize(e.context(), &protocol.InitializeParams{
		WorkspaceFolders: []protocol.WorkspaceFolder{{URI: string(uri.File(e.dir)), Name: "app"}},
		Capabilities: protocol.ClientCapabilities{
			Workspace: &protocol.WorkspaceClientCapabilities{
				WorkspaceEdit: &protocol.WorkspaceClientCapabilitiesWorkspaceEdit{DocumentChanges: true},
			},
			TextDocument: &protocol.TextDocumentClientCapabilities{Hover: &protocol.HoverTextDocumentClientCapabilities{
				ContentFormat: []protocol.MarkupKind{protocol.Markdown},
			}},
		},
	})
	if err != nil || answer.ServerInfo.Name != "svc" {
		t.Fatalf("initialize: %+v, %v", answer, err)
	}
	if err := e.Initialized(e.context(), &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	return e
}

// context is that of a call. Only a failing test exceeds it.
func (e *editor) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	e.Cleanup(cancel)
	return ctx
}

func (e *editor) PublishDiagnostics(_ context.Context, list *protocol.PublishDiagnosticsParams) error {
	e.lists <- list
	return nil
}

func (e *editor) LogMessage(context.Context, *protocol.LogMessageParams) error { return nil }

func (e *editor) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	e.messages <- p.Message
	return nil
}

func (e *editor) save(name, text string) {
	e.Helper()
	file := filepath.Join(e.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		e.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		e.Fatal(err)
	}
}

func (e *editor) uri(name string) protocol.DocumentURI {
	return uri.File(filepath.Join(e.dir, filepath.FromSlash(name)))
}

// show opens a file with a text, or changes the text of an open one. It does not save it.
func (e *editor) show(name, text string) {
	e.Helper()
	var err error
	if e.versions[name]++; e.versions[name] == 1 {
		err = e.DidOpen(e.context(), &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{
			URI: e.uri(name), LanguageID: "typescript", Version: 1, Text: text,
		}})
	} else {
		id := protocol.VersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: e.uri(name)}, Version: e.versions[name],
		}
		// The library writes an empty range for none, so the whole text is the range.
		err = e.DidChange(e.context(), &protocol.DidChangeTextDocumentParams{
			TextDocument: id, ContentChanges: []protocol.TextDocumentContentChangeEvent{{
				Range: protocol.Range{End: protocol.Position{Line: 1 << 30}}, Text: text,
			}},
		})
	}
	if err != nil {
		e.Fatal(err)
	}
}

// findings waits for the findings of the text that the editor shows of a file.
func (e *editor) findings(name string) []protocol.Diagnostic {
	e.Helper()
	return e.wait(name, func(list *protocol.PublishDiagnosticsParams) bool {
		return int32(list.Version) == e.versions[name]
	})
}

func (e *editor) wait(name string, wanted func(*protocol.PublishDiagnosticsParams) bool) []protocol.Diagnostic {
	e.Helper()
	deadline := time.After(patience)
	for {
		select {
		case list := <-e.lists:
			if list.URI == e.uri(name) && wanted(list) {
				return list.Diagnostics
			}
		case <-deadline:
			e.Fatalf("no findings of %s", name)
		}
	}
}

// at returns the position of a text in another one: of its first byte, or after it.
func at(text, part string, after bool) protocol.Position {
	offset := strings.Index(text, part)
	if after {
		offset += len(part)
	}
	before := text[:offset]
	units := 0
	for _, r := range before[strings.LastIndexByte(before, '\n')+1:] {
		units++
		if r > 0xffff {
			units++
		}
	}
	return protocol.Position{Line: uint32(strings.Count(before, "\n")), Character: uint32(units)}
}

func (e *editor) position(name string, p protocol.Position) protocol.TextDocumentPositionParams {
	return protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}, Position: p,
	}
}

// quit ends the server as editors do.
func (e *editor) quit() {
	e.Helper()
	if err := e.Shutdown(e.context()); err != nil {
		e.Error(err)
	}
	if err := e.Exit(e.context()); err != nil {
		e.Error(err)
	}
	if err := e.process.Wait(); err != nil {
		e.Errorf("after shutdown and exit: %v", err)
	}
}

const misspelled = `import { defineWorker, ok } from '@svc/sdk';
const billing = defineWorker('billing');
/* 😀 */ billing.tool('greet', { label: '😀', objectType: 'contcat', output: {}, handler: () => ok() });
export default billing;
`

// clean is an app without findings.
var clean = map[string]string{
	"svc.config.ts":          strings.Replace(app["svc.config.ts"], "deals", "contacts", 1),
	"src/workers/billing.ts": strings.Replace(misspelled, "contcat", "contact", 1),
}

func TestEditorsShowTheFindingsOfUnsavedText(t *testing.T) {
	t.Parallel()
	e := edit(t, clean)
	e.show("src/workers/billing.ts", clean["src/workers/billing.ts"])
	e.findings("src/workers/billing.ts")
	e.show("src/workers/billing.ts", misspelled)
	shown := e.findings("src/workers/billing.ts")

	e.save("src/workers/billing.ts", misspelled)
	text, _ := exec.Command(binary, "check", "--format", "json", e.dir).Output() // exits with 1
	var report struct {
		Findings []struct {
			Rule, Message, File              string
			Line, Column, EndLine, EndColumn uint32
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	type finding struct {
		rule, message string
		at            protocol.Range
	}
	var got, want []finding
	for _, d := range shown {
		message, _, _ := strings.Cut(d.Message, "\n")
		got = append(got, finding{d.Code.(string), message, d.Range})
	}
	for _, f := range report.Findings {
		if f.File == "src/workers/billing.ts" {
			want = append(want, finding{f.Rule, f.Message, protocol.Range{
				Start: protocol.Position{Line: f.Line - 1, Character: f.Column - 1},
				End:   protocol.Position{Line: f.EndLine - 1, Character: f.EndColumn - 1},
			}})
		}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(finding{})); diff != "" || len(want) == 0 {
		t.Errorf("the editor shows other findings than svc check (-want +got):\n%s", diff)
	}
	if start := at(misspelled, "objectType", false); len(got) > 0 && got[0].at.Start != start {
		t.Errorf("the finding starts at %v, want %v", got[0].at.Start, start)
	}
	e.quit()
}
