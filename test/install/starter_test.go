package install

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/appsvc/svc/internal/release"
)

// starter writes @svc/cli and, with a script, the package of this platform. It returns the path of svc.
func starter(t *testing.T, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the binary is a shell script")
	}
	folder := filepath.Join(t.TempDir(), "node_modules", "@svc")
	for _, name := range []string{"package.json", "bin/svc.js"} {
		write(t, filepath.Join(folder, "cli", name), release.File{Content: read(t, repository+"/npm/cli/"+name)})
	}
	if script != "" {
		files, err := release.NpmPackage(platform(t), "1.2.3", []byte("#!/bin/sh\n"+script), release.Legal{})
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			write(t, filepath.Join(folder, strings.TrimPrefix(platform(t).Package(), "@svc/"), file.Name), file)
		}
	}
	return filepath.Join(folder, "cli", "bin", "svc.js")
}

func TestStarterPassesArgumentsStreamsAndExitCode(t *testing.T) {
	cmd := exec.Command("node", starter(t, `cat; echo "$#: $2" >&2; exit 6`), "check", "a folder")
	var out, messages strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("input"), &out, &messages
	_ = cmd.Run()
	if cmd.ProcessState.ExitCode() != 6 || out.String() != "input" || messages.String() != "2: a folder\n" {
		t.Errorf("exit code %d, output %q, messages %q", cmd.ProcessState.ExitCode(), &out, &messages)
	}
}

func TestStarterForwardsSignalsAndEndsAfterTheBinary(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		// read waits for a signal: nothing is ever written to the stream.
		cmd := exec.Command("node", starter(t, `trap 'echo stopped; exit 7' INT TERM HUP; echo ready; read line`))
		input, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer input.Close()
		output, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(output)
		lines.Scan() // ready
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		lines.Scan()
		_ = cmd.Wait()
		if lines.Text() != "stopped" || cmd.ProcessState.ExitCode() != 7 {
			t.Errorf("%v: last line %q, exit code %d", signal, lines.Text(), cmd.ProcessState.ExitCode())
		}
	}
}

func TestStarterEndsByTheSignalThatEndsTheBinary(t *testing.T) {
	cmd := exec.Command("node", starter(t, "kill -TERM $$"))
	_ = cmd.Run()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGTERM {
		t.Errorf("ended with %v", cmd.ProcessState)
	}
}

func TestStarterFailsIfASignalThatNodeIgnoresEndsTheBinary(t *testing.T) {
	cmd := exec.Command("node", starter(t, "kill -PIPE $$"))
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 128+int(syscall.SIGPIPE) {
		t.Errorf("ended with %v", cmd.ProcessState)
	}
}

func TestStarterWithoutABinaryNamesTheFix(t *testing.T) {
	const elsewhere = "Object.defineProperty(process, 'platform', { value: 'sunos' }); require(process.argv[1]);"
	for want, options := range map[string][]string{
		"error: cannot find the package " + platform(t).Package() + "\n": nil,
		"error: cannot run svc on sunos-":                                {"-e", elsewhere},
	} {
		cmd := exec.Command("node", append(options, starter(t, ""))...)
		out, _ := cmd.CombinedOutput()
		if !strings.HasPrefix(string(out), want) || !strings.Contains(string(out), "\n  fix: ") {
			t.Errorf("printed %s", out)
		}
		if code := cmd.ProcessState.ExitCode(); code != 3 {
			t.Errorf("%s: exit code %d, want 3", want, code)
		}
	}
}
