package packages

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/test/conformance"
	"github.com/appsvc/svc/test/nodejs"
)

// TestMain collects garbage less often: bundlers of large packages make a lot, and the machine has the memory.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}

// notInNode are the cases whose result in Node is another one, with the reason.
var notInNode = map[string]string{
	"web/ajv":        "the edge refuses new Function",
	"web/handlebars": "the edge refuses new Function",
	"node/hubspot":   "it calls the emulated CRM",
}

// TestPackagesBehaveAlikeInBothHosts loads, builds and runs the apps in the folder: each case calls a card backend that
// uses a package.
func TestPackagesBehaveAlikeInBothHosts(t *testing.T) {
	needPackages(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	suite := conformance.Suite{
		Root: root, Dir: filepath.Join(root, "test", "packages"), Now: time.Now, Out: os.Stdout,
	}
	result, err := suite.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := len(readCases(t))
	if !result.OK() || result.Ran[conformance.Goja] != want || result.Ran[conformance.Workerd] != want {
		t.Errorf("%s, %d failures", result.Line(), result.Failed)
	}
}

// needPackages fails a test with what to do where the packages of the repository are not installed.
func needPackages(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var listed struct {
		DevDependencies map[string]string `json:"devDependencies"`
	}
	if err := json.Unmarshal(text, &listed); err != nil {
		t.Fatal(err)
	}
	for name := range listed.DevDependencies {
		if _, err := os.Stat(filepath.Join("..", "..", "node_modules", filepath.FromSlash(name))); err != nil {
			t.Fatalf("the package %s is not installed: run npm ci", name)
		}
	}
}

// resultOf matches the result in the last line of a case.
var resultOf = regexp.MustCompile(`(?s)"result": (.*)}\n$`)

// readCases returns the expected results by the names of cases.
func readCases(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("cases/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		result := resultOf.FindStringSubmatch(string(text))
		if result == nil {
			t.Fatalf("%s has no result", path)
		}
		cases[strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(path), ".txtar"), "cases/")] = result[1]
	}
	return cases
}

// TestExpectedResultsAreThoseOfNode runs the functions that the card backends call in Node.
func TestExpectedResultsAreThoseOfNode(t *testing.T) {
	needPackages(t)
	cases := readCases(t)
	var names, bodies []string
	for name := range cases {
		app, id, _ := strings.Cut(name, "/")
		file, err := filepath.Abs(filepath.Join("apps", app, "src", "cases", id+".js"))
		if err != nil {
			t.Fatal(err)
		}
		if notInNode[name] == "" {
			names = append(names, name)
			bodies = append(bodies, fmt.Sprintf("return (await import(%q)).default();", "file://"+filepath.ToSlash(file)))
		}
	}
	for i, got := range nodejs.Run(t, bodies) {
		if diff := cmp.Diff(decode(t, cases[names[i]]), decode(t, got)); diff != "" {
			t.Errorf("%s (-case +Node):\n%s", names[i], diff)
		}
	}
}

func decode(t *testing.T, text string) (value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}
