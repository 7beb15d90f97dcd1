package ecma_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/test/nodejs"
)

// snippet is one case of a table. The head of testdata/language.txt describes the format.
type snippet struct {
	table        string
	line         int
	source, want string
	lacks        string // an expression that Node may not know
	local        bool   // Node differs on purpose
}

var tables = []string{"testdata/language.txt", "testdata/intl.txt"}

func readSnippets(t *testing.T) (all []snippet) {
	t.Helper()
	for _, table := range tables {
		all = append(all, readTable(t, table)...)
	}
	return all
}

func readTable(t *testing.T, table string) []snippet {
	t.Helper()
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	const separator = " => "
	var snippets []snippet
	var next snippet
	for i, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		switch {
		case strings.HasPrefix(line, "# lacks "):
			next.lacks = strings.TrimPrefix(line, "# lacks ")
		case strings.HasPrefix(line, "# local"):
			next.local = true
		case line == "" || line[0] == '#':
		default:
			at := strings.LastIndex(line, separator)
			if at < 0 {
				t.Fatalf("%s:%d: no %q", table, i+1, separator)
			}
			next.table, next.line, next.source, next.want = table, i+1, line[:at], line[at+len(separator):]
			snippets = append(snippets, next)
			next = snippet{}
		}
	}
	return snippets
}

// body is the body of an async function that returns the snippet's result as a string, or null if the engine lacks
// the built-in.
func (s snippet) body() string {
	value := "(" + s.source + ")"
	if strings.HasPrefix(s.source, "{ ") {
		value = "(async () => " + s.source + ")()"
	}
	guard := ""
	if s.lacks != "" {
		guard = fmt.Sprintf("try { if (typeof (%s) === 'undefined') return null; } catch { return null; }\n", s.lacks)
	}
	return guard + fmt.Sprintf(
		"try { return String(await %s).replaceAll('\\n', '\\\\n'); } catch (e) { return 'throws ' + (e?.name ?? e); }", value,
	)
}

func TestLanguageMatchesTableAndNode(t *testing.T) {
	snippets := readSnippets(t)
	bodies := make([]string, len(snippets))
	for i, s := range snippets {
		if got := runSnippet(t, s.body()); got != s.want {
			t.Errorf("%s:%d: %s\n  got  %s\n  want %s", s.table, s.line, s.source, got, s.want)
		}
		if bodies[i] = s.body(); s.local {
			bodies[i] = "return null;"
		}
	}
	for i, result := range nodejs.Run(t, bodies) {
		if result == "null" {
			continue // Node lacks it, or differs on purpose
		}
		var got string
		if err := json.Unmarshal([]byte(result), &got); err != nil {
			got = result
		}
		if s := snippets[i]; got != s.want {
			t.Errorf("%s:%d under Node: %s\n  got  %s\n  want %s", s.table, s.line, s.source, got, s.want)
		}
	}
}

func runSnippet(t *testing.T, body string) string {
	vm, err := jsvm.New(jsvm.Options{
		Clock:     jsvm.NewVirtualClock(time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)),
		TurnLimit: jsvm.MaxTurnLimit, // for a busy machine with the race detector
	})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	program, err := jsvm.Compile("snippet.js", "globalThis.snippet = async () => {\n"+body+"\n};")
	if err != nil {
		return err.Error()
	}
	if err := vm.Run(context.Background(), program); err != nil {
		return err.Error()
	}
	result, err := vm.Call(context.Background(), "snippet")
	if err != nil {
		return err.Error()
	}
	return result
}
