// Package conformance runs tables of small JavaScript snippets here and under Node, for tests: what the
// two engines give must be what the table says. It is no part of the tool.
//
// The head of internal/jsvm/testdata/language.txt explains the form of a table. Start at Run.
package conformance

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Snippet is one line of a table.
type Snippet struct {
	Line   int    `json:"line"`
	Source string `json:"source"`
	Want   string `json:"want"`
	// Lacks is an expression that Node may not know: then the snippet is not compared there.
	Lacks string `json:"lacks"`
	// Local says that Node does something else on purpose.
	Local bool `json:"local"`
}

// separator stands between a snippet and its result.
const separator = " => "

// Read reads a table.
func Read(t testing.TB, file string) []Snippet {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var snippets []Snippet
	var next Snippet
	for i, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "## "):
		case strings.HasPrefix(line, "# lacks "):
			next.Lacks = strings.TrimPrefix(line, "# lacks ")
		case strings.HasPrefix(line, "# local"):
			next.Local = true
		case strings.HasPrefix(line, "# "):
		default:
			at := strings.LastIndex(line, separator)
			if at < 0 {
				t.Fatalf("%s:%d: no %q", file, i+1, separator)
			}
			next.Line, next.Source, next.Want = i+1, line[:at], line[at+len(separator):]
			snippets = append(snippets, next)
			next = Snippet{}
		}
	}
	return snippets
}

// Script is a script that defines the global function snippet: () => Promise<string>.
func (s Snippet) Script() string {
	value := "(" + s.Source + ")"
	if strings.HasPrefix(s.Source, "{ ") {
		value = "(async () => " + s.Source + ")()"
	}
	return fmt.Sprintf(`globalThis.snippet = async () => {
		try { return String(await %s).replaceAll('\n', '\\n') } catch (e) { return 'throws ' + (e?.name ?? e) + (globalThis.verbose ? ': ' + e?.stack : '') }
	};`, value)
}

// Run runs every snippet with run, which gives the result of the function snippet that a script defines,
// and under Node, and compares both with the table.
func Run(t *testing.T, file string, run func(t *testing.T, script string) string) {
	t.Helper()
	snippets := Read(t, file)
	for _, s := range snippets {
		if got := run(t, s.Script()); got != s.Want {
			t.Errorf("%s:%d: %s\n  got  %s\n  want %s", file, s.Line, s.Source, got, s.Want)
		}
	}
	for line, got := range underNode(t, snippets) {
		for _, s := range snippets {
			if s.Line == line && got != s.Want {
				t.Errorf("%s:%d under Node: %s\n  got  %s\n  want %s", file, s.Line, s.Source, got, s.Want)
			}
		}
	}
}

//go:embed node.mjs
var nodeScript string

// underNode gives what Node makes of the snippets, by line; those that it cannot run are left out.
func underNode(t *testing.T, snippets []Snippet) map[int]string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatalf("Node is needed to compare with: %v", err)
	}
	type task struct {
		Snippet
		Script string `json:"script"`
	}
	var tasks []task
	for _, s := range snippets {
		if !s.Local {
			tasks = append(tasks, task{s, s.Script()})
		}
	}
	input, err := json.Marshal(tasks)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, "--input-type=module", "-e", nodeScript)
	command.Env = append(os.Environ(), "TZ=UTC", "NODE_NO_WARNINGS=1")
	var output, complaints bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(input), &output, &complaints
	if err := command.Run(); err != nil {
		t.Fatalf("Node failed: %v\n%s", err, complaints.Bytes())
	}
	results := map[int]string{}
	if err := json.Unmarshal(output.Bytes(), &results); err != nil {
		t.Fatalf("Node gave no JSON: %v\n%s", err, output.Bytes())
	}
	if len(results) == 0 {
		t.Fatal("Node ran nothing")
	}
	return results
}
