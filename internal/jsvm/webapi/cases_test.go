package webapi

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/test/nodejs"
)

// snippet is one case of testdata/*.js. It is the body of an async function. The first line is a comment with the rule,
// the last is `//= JSON` with the result. `//~ reason` before it excludes Node. Otherwise the VM and Node must both
// return the result.
type snippet struct {
	name, code, want string
	notInNode        string
}

// options configure a VM with all web APIs. The turn limit is long, since the race detector is slow.
func options() jsvm.Options {
	return jsvm.Options{
		Clock: jsvm.SystemClock(time.Now), Random: rand.Reader, Globals: All, Transport: http.DefaultTransport,
		TurnLimit: jsvm.MaxTurnLimit,
	}
}

func newVM(t testing.TB, o jsvm.Options) *jsvm.VM {
	t.Helper()
	vm, err := jsvm.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(vm.Close)
	return vm
}

// load runs a script.
func load(t testing.TB, vm *jsvm.VM, source string) {
	t.Helper()
	program, err := jsvm.Compile("test.js", source)
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Run(context.Background(), program); err != nil {
		t.Fatal(err)
	}
}

// evaluateBody returns the JSON of the result of an async function's body.
func evaluateBody(vm *jsvm.VM, code string) (string, error) {
	program, err := jsvm.Compile(
		"case.js", "globalThis.testCase = async () => JSON.stringify(await (async () => {\n"+code+"\n})());",
	)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*jsvm.MaxTurnLimit)
	defer cancel()
	if err := vm.Run(ctx, program); err != nil {
		return "", err
	}
	return vm.Call(ctx, "testCase")
}

// readSnippets reads a file of cases. ORIGIN is the test's server.
func readSnippets(t *testing.T, path, origin string) []snippet {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list []snippet
	var now snippet
	for line := range strings.Lines(strings.ReplaceAll(string(data), "ORIGIN", origin)) {
		line = strings.TrimRight(line, "\n")
		if now.name == "" {
			now.name = strings.TrimPrefix(line, "// ")
			continue
		}
		if reason, ok := strings.CutPrefix(line, "//~ "); ok {
			now.notInNode = reason
		} else if want, ok := strings.CutPrefix(line, "//= "); ok {
			now.want = want
			list = append(list, now)
			now = snippet{}
		} else {
			now.code += line + "\n"
		}
	}
	if now.code != "" {
		t.Fatalf("%s: the case %q has no line //=", path, now.name)
	}
	return list
}

// slowCases compute for seconds.
const slowCases = "testdata/random.js"

func TestAPIsMatchCasesAndNode(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.js")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		if path == slowCases {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".js"), func(t *testing.T) {
			t.Parallel()
			matchCases(t, path)
		})
	}
}

func TestRandomValuesMatchCasesAndNode(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	matchCases(t, slowCases)
}

// requireScript defines the function of Node by which cases get modules. It fails in VMs without them.
const requireScript = "globalThis.require = (name) => globalThis.__svc_node(name.replace(/^node:/, ''))"

func matchCases(t *testing.T, path string) {
	t.Helper()
	cases := readSnippets(t, path, newServer(t).URL)
	node := nodejs.Run(t, nodeBodies(cases))
	for i, c := range cases {
		o := options()
		if strings.HasPrefix(filepath.Base(path), "node") {
			o.Globals = slices.Concat(All, Node)
		}
		vm := newVM(t, o)
		load(t, vm, requireScript)
		got, err := evaluateBody(vm, c.code)
		if err != nil {
			got = "throws " + err.Error()
		}
		if got != compact(c.want) {
			t.Errorf("%s\n got  %s\n want %s", c.name, got, c.want)
		}
		if c.notInNode == "" && node[i] != compact(c.want) {
			t.Errorf("%s\n Node gives %s\n the case  %s", c.name, node[i], c.want)
		}
		vm.Close()
	}
}

// nodeBodies returns the code of the cases, "" for those that do not run in Node.
func nodeBodies(cases []snippet) []string {
	bodies := make([]string, len(cases))
	for i, c := range cases {
		if c.notInNode == "" {
			bodies[i] = c.code
		}
	}
	return bodies
}

func compact(text string) string {
	var out bytes.Buffer
	if json.Compact(&out, []byte(text)) != nil {
		return text
	}
	return out.String()
}
