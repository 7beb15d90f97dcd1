package testscripts

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestCheckRunsWithoutNodeAndNetwork(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository, "examples", "ledger-bridge"))); err != nil {
		t.Fatal(err)
	}
	runAlone(t, dir, "check")
}

// runAlone runs svc in a folder, without environment variables, other programs and network. It expects success.
func runAlone(t *testing.T, dir string, args ...string) {
	t.Helper()
	run := func(withoutNetwork bool) ([]byte, error) {
		var out bytes.Buffer
		cmd := exec.Command(binary, args...)
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, []string{"PATH="}, &out, &out
		if withoutNetwork {
			cmd.SysProcAttr = noNetwork()
		}
		err := cmd.Run()
		return out.Bytes(), err
	}
	out, err := run(true)
	if err != nil && len(out) == 0 { // the program did not start: the system forbids namespaces
		t.Logf("ran with the network, without a PATH only: %v", err)
		out, err = run(false)
	}
	if err != nil {
		t.Errorf("svc %v: %v\n%s", args, err, out)
	}
}

func TestInvokeRunsWithoutNodeAndNetwork(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository, "examples", "ledger-bridge"))); err != nil {
		t.Fatal(err)
	}
	// Billed capabilities have a time limit of 3 seconds for the billing, which a busy machine can exceed.
	runAlone(t, dir, "dev", "invoke", "mark-paid", "-i", `{"paidAt": "2026-01-31", "reference": "Northwind"}`)
	runAlone(t, dir, "dev", "invoke", "open-invoices", "-i", `{"companyId": "201"}`)
}
