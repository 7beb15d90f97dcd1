package testscripts

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/appsvc/svc/internal/sourcemap"
)

// debugger is a connection of an editor to the inspector.
type debugger struct {
	*testing.T
	connection *websocket.Conn
	ctx        context.Context
	last       int
	// events are those that came before a result that a call waited for.
	events []message
}

// message is a message of the Chrome DevTools protocol.
type message struct {
	ID     int
	Method string
	Result json.RawMessage
	Params json.RawMessage
	Error  *struct{ Message string }
}

// attach connects to the worker that the inspector lists first.
func attach(t *testing.T, inspector string) *debugger {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	response, err := http.Get(inspector + "/json/list")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var targets []struct{ ID, WebSocketDebuggerURL string }
	err = json.NewDecoder(response.Body).Decode(&targets)
	if err != nil || len(targets) != 1 || targets[0].ID != "billing" {
		t.Fatalf("the inspector lists %+v, %v", targets, err)
	}
	connection, _, err := websocket.Dial(ctx, targets[0].WebSocketDebuggerURL, nil) //nolint:bodyclose // it has none
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.CloseNow() })
	connection.SetReadLimit(64 << 20)
	return &debugger{T: t, connection: connection, ctx: ctx}
}

// read reads one message.
func (d *debugger) read() (m message) {
	d.Helper()
	_, text, err := d.connection.Read(d.ctx)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		d.Fatal(err)
	}
	return m
}

// call calls a method and decodes its result.
func (d *debugger) call(method string, params, result any) {
	d.Helper()
	d.last++
	text, err := json.Marshal(map[string]any{"id": d.last, "method": method, "params": params})
	if err == nil {
		err = d.connection.Write(d.ctx, websocket.MessageText, text)
	}
	if err != nil {
		d.Fatal(err)
	}
	for {
		m := d.read()
		if m.ID != d.last {
			d.events = append(d.events, m)
			continue
		}
		if m.Error != nil {
			d.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				d.Fatal(err)
			}
		}
		return
	}
}

// event waits for an event, and decodes its parameters.
func (d *debugger) event(method string, params any) {
	d.Helper()
	for {
		at := slices.IndexFunc(d.events, func(m message) bool { return m.Method == method })
		if at < 0 {
			d.events = append(d.events, d.read())
			continue
		}
		if err := json.Unmarshal(d.events[at].Params, params); err != nil {
			d.Fatal(err)
		}
		d.events = slices.Delete(d.events, at, at+1)
		return
	}
}

// script is what the engine says of a script.
type script struct{ ScriptID, URL, SourceMapURL string }

// mapped waits for the worker's script, and returns it with its source map and its lines.
func (d *debugger) mapped() (script, *sourcemap.Map, []string) {
	d.Helper()
	const data = "data:application/json;base64,"
	for {
		var s script
		d.event("Debugger.scriptParsed", &s)
		encoded, isMap := strings.CutPrefix(s.SourceMapURL, data)
		if !isMap {
			continue
		}
		text, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			d.Fatal(err)
		}
		var root struct{ SourceRoot string }
		if err := json.Unmarshal(text, &root); err != nil || !strings.HasPrefix(root.SourceRoot, "file:///") {
			d.Errorf("an editor does not find the sources: %v, root %q", err, root.SourceRoot)
		}
		lens, err := sourcemap.Parse(text)
		if err != nil {
			d.Fatal(err)
		}
		var source struct{ ScriptSource string }
		d.call("Debugger.getScriptSource", map[string]string{"scriptId": s.ScriptID}, &source)
		return s, lens, strings.Split(source.ScriptSource, "\n")
	}
}

// notified is an app whose trigger a delivery runs.
var notified = map[string]string{
	"svc.config.ts": app["svc.config.ts"],
	"src/workers/billing.ts": `import { defineWorker } from '@svc/sdk';
const billing = defineWorker('billing');
billing.trigger('closed', {
  eventType: 'deal.propertyChange.dealstage',
  async handler(ctx) {
    const count: number = ctx.input.events.length;
    ctx.logger.info('received ' + count);
  },
});
export default billing;`,
}

// pausingLine is the line of the first statement of the trigger's handler, from 0.
const pausingLine = 5

func TestABreakpointInTheSourcePausesARequest(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, notified, "--inspect=0")
	editor := attach(t, d.inspector)
	editor.call("Debugger.enable", nil, nil)
	parsed, lens, lines := editor.mapped()
	isFirst := func(line string) bool { return strings.Contains(line, "ctx.input.events.length") }
	generated := slices.IndexFunc(lines, isFirst)
	if generated < 0 {
		t.Fatal("the script lacks the handler")
	}
	editor.call("Debugger.setBreakpointByUrl", map[string]any{"url": parsed.URL, "lineNumber": generated}, nil)
	sent := make(chan string, 1)
	go func() {
		send := exec.Command(binary, "dev", "send", "closed")
		send.Dir = d.dir
		out, _ := send.CombinedOutput()
		sent <- string(out)
	}()
	var paused struct {
		CallFrames []struct {
			Location struct {
				ScriptID                 string
				LineNumber, ColumnNumber int
			}
		}
	}
	editor.event("Debugger.paused", &paused)
	at := paused.CallFrames[0].Location
	position, found := lens.Lookup(at.LineNumber, at.ColumnNumber)
	if !found || position.Source != "src/workers/billing.ts" || position.Line != pausingLine {
		t.Errorf("paused at %+v, which is %+v in the source", at, position)
	}
	select {
	case out := <-sent:
		t.Errorf("the request was answered while it was paused:\n%s", out)
	default:
	}
	editor.call("Debugger.resume", nil, nil)
	if out := <-sent; !strings.Contains(out, "200") {
		t.Errorf("after resume:\n%s", out)
	}
	d.wait("the handler ends", func(e devEvent) bool { return e.Log != nil && e.Log.Message == "received 1" })
}

func TestABreakpointPausesAnInvocation(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, app, "--inspect=0")
	editor := attach(t, d.inspector)
	editor.call("Debugger.enable", nil, nil)
	parsed, _, lines := editor.mapped()
	generated := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "ctx.store.put") })
	editor.call("Debugger.setBreakpointByUrl", map[string]any{"url": parsed.URL, "lineNumber": generated}, nil)
	done := make(chan int, 1)
	go func() {
		_, seen := d.greet()
		done <- seen
	}()
	var paused any
	editor.event("Debugger.paused", &paused)
	editor.call("Debugger.disable", nil, nil)
	if seen := <-done; seen != 1 {
		t.Errorf("seen %d", seen)
	}
	if _, seen := d.greet(); seen != 2 {
		t.Errorf("without a debugger: seen %d", seen)
	}
	d.waitFor("both records", func() bool {
		totals, _ := d.run("checkpoint", "--project", "dev")
		return strings.Contains(totals, "total\t2\t")
	})
}

func TestADebuggerFindsAWorkerAfterASave(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, notified, "--inspect=0")
	d.save("src/workers/billing.ts", strings.Replace(notified["src/workers/billing.ts"], "received", "got", 1))
	d.wait("the worker is replaced", func(e devEvent) bool { return slices.Contains(e.Built, "billing") })
	editor := attach(t, d.inspector)
	editor.call("Debugger.enable", nil, nil)
	if _, _, lines := editor.mapped(); !strings.Contains(strings.Join(lines, "\n"), "got") {
		t.Error("the debugger sees the former script")
	}
}
