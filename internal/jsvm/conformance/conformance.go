// Package conformance runs JavaScript under Node, for tests that compare the two engines. It is no part
// of the tool. Start at Node.
package conformance

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// resultMark begins the lines that the runner writes: what else Node writes is no result.
const resultMark = "RESULT "

// runner awaits the cases one after another, 5 s each at most. A timer keeps the process alive: a promise
// that never settles does not.
const runner = `
setInterval(() => {}, 1000);
const write = console.log;
console.log = () => {};
(async () => {
	for (const c of cases) {
		let text;
		const late = new Promise((_, reject) => setTimeout(reject, 5000, 'no answer'));
		try { text = JSON.stringify(await Promise.race([c(), late])); } catch (e) { text = 'throws ' + e; }
		write('` + resultMark + `' + text);
	}
	process.exit(0);
})();
`

// Node runs bodies of async functions in one process of Node 20, and gives the JSON of what each returns,
// or "throws " and the error. Without Node the test fails: nothing would be compared.
func Node(t *testing.T, bodies []string) []string {
	t.Helper()
	var script strings.Builder
	script.WriteString("const cases = [];\n")
	for _, body := range bodies {
		fmt.Fprintf(&script, "cases.push(async () => {\n%s\n});\n", body)
	}
	script.WriteString(runner)
	path := filepath.Join(t.TempDir(), "cases.js")
	if err := os.WriteFile(path, []byte(script.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("node", "--no-warnings", path)
	command.Env = append(os.Environ(), "TZ=UTC")
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.Output()
	if err != nil {
		t.Fatalf("node 20 must be installed and run the cases: %v\n%s", err, complaints.Bytes())
	}
	var results []string
	for line := range strings.Lines(string(output)) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), resultMark); ok {
			results = append(results, text)
		}
	}
	if len(results) != len(bodies) {
		t.Fatalf("node gave %d results for %d cases\n%s", len(results), len(bodies), complaints.Bytes())
	}
	return results
}
