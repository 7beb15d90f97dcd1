// Package generated runs the scripts that generate files of the repository, to compare the files with what they write.
package generated

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/test/sources"
)

// inputs are what the scripts read, relative to the repository.
var inputs = []string{"sdk/scripts", "sdk/src", "package-lock.json"}

// Check compares a file with what a script of sdk/scripts prints. repository is the path of the repository's folder.
func Check(t *testing.T, repository, script, file string) {
	t.Helper()
	want := Output(t, repository, script)
	if got, err := os.ReadFile(file); err != nil || string(got) != string(want) {
		t.Errorf("%s differs from what %s writes: run make generate (%v)", file, script, err)
	}
}

// Output returns what a script of sdk/scripts prints. It needs Node and the npm packages of the repository.
func Output(t *testing.T, repository, script string) []byte {
	t.Helper()
	for _, path := range inputs {
		sources.All(t, filepath.Join(repository, path))
	}
	command := exec.Command("node", filepath.Join(repository, "sdk/scripts", script))
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("node %s (it needs Node 20 and `npm ci`): %v\n%s", script, err, stderr.String())
	}
	return out
}
