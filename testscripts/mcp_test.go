package testscripts

import (
	"context"
	"errors"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// agent is a client of svc mcp in the folder of an app.
type agent struct {
	testing.TB
	*mcp.ClientSession
	dir string
}

func connect(t *testing.T, files map[string]string, flags ...string) *agent {
	t.Helper()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range files {
		d.save(name, text)
	}
	cmd := exec.Command(binary, append([]string{"mcp"}, flags...)...)
	cmd.Dir = d.dir
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	return &agent{TB: t, ClientSession: session, dir: d.dir}
}

// call calls a tool, and returns its document, or the text of an error.
func (a *agent) call(tool string, arguments map[string]any) (document map[string]any, failure string) {
	a.Helper()
	result, err := a.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, err.Error()
	}
	if result.IsError {
		return nil, result.Content[0].(*mcp.TextContent).Text
	}
	return result.StructuredContent.(map[string]any), ""
}

func (a *agent) tools() []string {
	a.Helper()
	listed, err := a.ListTools(context.Background(), nil)
	if err != nil {
		a.Fatal(err)
	}
	var names []string
	for _, tool := range listed.Tools {
		if tool.Annotations.ReadOnlyHint != !slices.Contains([]string{"invoke", "send", "fix"}, tool.Name) {
			a.Errorf("%s: readOnlyHint is %t", tool.Name, tool.Annotations.ReadOnlyHint)
		}
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

func TestAgentsRunCommandsThatChangeNothing(t *testing.T) {
	t.Parallel()
	a := connect(t, app)
	want := []string{"check", "errors", "explain", "invocations", "logs", "manifest", "plan", "runs", "simulate"}
	if got := a.tools(); !slices.Equal(got, want) {
		t.Errorf("tools: %q", got)
	}
	for tool, want := range map[string]string{
		"invoke": `tool "invoke" is not allowed: start the server with 'svc mcp --allow invoke'`, "fly": `unknown tool "fly"`,
	} {
		if _, failure := a.call(tool, map[string]any{"capability": "greet"}); !strings.Contains(failure, want) {
			t.Errorf("%s: %q", tool, failure)
		}
	}
	checked, failure := a.call("check", nil)
	if findings, ok := checked["findings"].([]any); !ok || len(findings) != 1 { // a scope that nothing uses
		t.Errorf("check: %v %s", checked, failure)
	}
	if manifest, failure := a.call("manifest", nil); manifest["app"] == nil {
		t.Errorf("manifest: %v %s", manifest, failure)
	}
	if explained, failure := a.call("explain", map[string]any{"topic": "unknown-scope"}); explained == nil {
		t.Errorf("explain: %s", failure)
	}
	report, failure := a.call("simulate", map[string]any{"capability": "greet", "calls": 5})
	if report["schemaVersion"] == nil {
		t.Errorf("simulate: %v %s", report, failure)
	}
	if plan, failure := a.call("plan", nil); plan["outcome"] != "dry-run" {
		t.Errorf("plan: %v %s", plan, failure)
	}
	if list, failure := a.call("errors", nil); list["errors"] == nil {
		t.Errorf("errors: %v %s", list, failure)
	}
}

// Each argument of a tool is a flag of the command that the tool runs, or the word after it.
func TestArgumentsOfToolsAreFlagsOfTheirCommands(t *testing.T) {
	t.Parallel()
	a := connect(t, app, "--allow", "invoke,send,fix")
	listed, err := a.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	commands := helpOf(t, "mcp")
	for _, tool := range listed.Tools {
		line := regexp.MustCompile(`(?m)^ +(\* )?` + tool.Name + ` +svc (.+)$`).FindStringSubmatch(commands)
		if line == nil {
			t.Errorf("svc mcp --help does not say what %s runs", tool.Name)
			continue
		}
		words, _, _ := strings.Cut(line[2], " --")
		help := helpOf(t, strings.Fields(words)...)
		schema := tool.InputSchema.(map[string]any)
		required := schema["required"].([]any)
		for name := range schema["properties"].(map[string]any) {
			if !slices.Contains(required, any(name)) && !strings.Contains(help, " --"+name+" ") {
				t.Errorf("%s: %q is not a flag of svc %s", tool.Name, name, words)
			}
		}
	}
}

func helpOf(t *testing.T, command ...string) string {
	t.Helper()
	out, err := exec.Command(binary, append(command, "--help")...).Output()
	if err != nil {
		t.Fatal(command, err)
	}
	return string(out)
}

func TestAgentsInvokeOnlyWhatIsAllowed(t *testing.T) {
	t.Parallel()
	a := connect(t, app, "--allow", "invoke")
	if got := a.tools(); !slices.Contains(got, "invoke") || slices.Contains(got, "fix") {
		t.Errorf("tools: %q", got)
	}
	again := map[string]any{"capability": "greet", "again": true} // a boolean reaches the command
	if _, failure := a.call("invoke", again); !strings.Contains(failure, "--again applies to triggers only") {
		t.Errorf("again: %q", failure)
	}
	again["again"] = "yes"
	if _, failure := a.call("invoke", again); !strings.Contains(failure, "type boolean") {
		t.Errorf("again as a text: %q", failure)
	}
	result, failure := a.call("invoke", map[string]any{"capability": "greet", "input": map[string]any{"name": "Ada"}})
	if output, ok := result["output"].(map[string]any); !ok || output["said"] != "hello Ada" {
		t.Errorf("invoke: %v %s", result, failure)
	}
}

// An agent may have read its arguments from a stranger's text.
func TestArgumentsOfAgentsAreNoFlags(t *testing.T) {
	t.Parallel()
	a := connect(t, app, "--allow", "invoke")
	for name, test := range map[string]struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		"a flag as the id":      {"invoke", map[string]any{"capability": "--help"}, `unknown capability "--help"`},
		"a file as the input":   {"invoke", map[string]any{"capability": "greet", "input": "@/etc/passwd"}, "is a string"},
		"no id":                 {"invoke", nil, `missing argument "capability"`},
		"an empty id":           {"invoke", map[string]any{"capability": ""}, `invalid argument "capability"`},
		"an unknown argument":   {"check", map[string]any{"dir": "/"}, `unknown argument "dir"`},
		"a number as a string":  {"simulate", map[string]any{"capability": "greet", "calls": "5"}, `invalid argument "calls"`},
		"a topic with a flag":   {"explain", map[string]any{"topic": "--response=/etc/passwd"}, "--response=/etc/passwd"},
		"an unknown capability": {"simulate", map[string]any{"capability": "gret"}, "did you mean"},
	} {
		if document, failure := a.call(test.tool, test.arguments); !strings.Contains(failure, test.want) {
			t.Errorf("%s: %v %q", name, document, failure)
		}
	}
}

func TestAgentsReadTheLogOfTheRunningServer(t *testing.T) {
	t.Parallel()
	a := connect(t, app)
	if _, failure := a.call("logs", nil); !strings.Contains(failure, "no server is running in this folder") {
		t.Errorf("without a server: %q", failure)
	}
	d := &developing{TB: t, dir: a.dir}
	d.start("--port", "0", "--svc-log-port", "0")
	run := exec.Command(binary, "dev", "invoke", "greet", "-i", `{"name": "Ada"}`)
	run.Dir = a.dir
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for deadline := time.Now().Add(patience); ; { // the end of an invocation is logged after its answer
		log, failure := a.call("logs", map[string]any{"capability": "billing/greet", "level": "info", "limit": 1})
		lines, _ := log["lines"].([]any)
		if len(lines) == 1 && lines[0].(map[string]any)["type"] == "invocation" {
			break
		}
		if failure != "" || time.Now().After(deadline) {
			t.Fatalf("logs: %v %s", log, failure)
		}
	}
	past, failure := a.call("invocations", map[string]any{"capability": "greet", "limit": 1})
	if runs, _ := past["runs"].([]any); failure != "" || len(runs) != 1 || runs[0].(map[string]any)["outcome"] != "ok" {
		t.Errorf("invocations: %v %s", past, failure)
	}
	if _, failure := a.call("logs", map[string]any{"limit": 1_000_000}); !strings.Contains(failure, "invalid --limit") {
		t.Errorf("too many lines: %q", failure)
	}
	if _, failure := a.call("logs", map[string]any{"level": "--help"}); !strings.Contains(failure, "invalid --level") {
		t.Errorf("a flag as the level: %q", failure)
	}
}

func TestAgentsCancelCalls(t *testing.T) {
	t.Parallel()
	a := connect(t, app)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	simulation := &mcp.CallToolParams{Name: "simulate", Arguments: map[string]any{"capability": "greet", "calls": 100_000}}
	if _, err := a.CallTool(ctx, simulation); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a cancelled call: %v", err)
	}
	if _, failure := a.call("explain", map[string]any{"topic": "unknown-scope"}); failure != "" {
		t.Errorf("the next call: %s", failure)
	}
}

func TestAgentsGetErrorsForWhatTheServerDoesNotKnow(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(binary, "mcp")
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2030-01-01"}}
{
{"jsonrpc":"2.0","id":"two","method":"resources/list"}
{"jsonrpc":"2.0","method":"notifications/unknown"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":3}}
{"jsonrpc":"2.0","id":4,"method":"ping"}
`)
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	want := []string{
		`"protocolVersion":"2025-11-25"`, `"id":null,"error":{"code":-32700,`, `"id":"two","error":{"code":-32601,`,
		`"id":3,"error":{"code":-32602,`, `"id":4,"result":{}`,
	}
	if len(lines) != len(want) {
		t.Fatalf("got %q", lines)
	}
	for i, part := range want {
		if !strings.Contains(lines[i], part) {
			t.Errorf("got %q, want %q", lines[i], part)
		}
	}
}
