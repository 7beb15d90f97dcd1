// Package nodejs runs JavaScript in Node, for tests that compare the local engine with it. Start at Run.
package nodejs

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// resultMark starts the lines with results. Other output of Node is ignored.
const resultMark = "RESULT "

// runner awaits the cases one after another, at most a minute each. The interval keeps the process alive, since a
// pending promise does not.
const runner = `
setInterval(() => {}, 1000);
const write = console.log;
console.log = () => {};
(async () => {
	for (const c of cases) {
		let text;
		const late = new Promise((_, reject) => setTimeout(reject, 60_000, 'no answer'));
		try { text = JSON.stringify(await Promise.race([c(), late])); } catch (e) { text = 'throws ' + e; }
		write('` + resultMark + `' + text);
	}
	process.exit(0);
})();
`

// Run runs bodies of async functions in one process of Node 20. It returns the JSON of each result, or "throws " and
// the error. Without Node the test fails.
func Run(t *testing.T, bodies []string) []string {
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
		t.Fatalf("node returned %d results for %d cases\n%s", len(results), len(bodies), complaints.Bytes())
	}
	return results
}
