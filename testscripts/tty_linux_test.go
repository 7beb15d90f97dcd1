package testscripts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

func init() { commands["tty"] = cmdTTY }

// cmdTTY runs a program on a terminal of 80 columns, checks its exit code, and writes the terminal's output to a file:
// tty [-after text] [-in answers.txt] 1 shown.txt svc check. It types the answers at the start, or when the terminal
// shows the text.
func cmdTTY(ts *testscript.TestScript, neg bool, args []string) {
	var answers []byte
	after := ""
	if len(args) > 1 && args[0] == "-after" {
		after, args = args[1], args[2:]
	}
	if len(args) > 1 && args[0] == "-in" {
		answers, args = []byte(ts.ReadFile(args[1])), args[2:]
	}
	if neg || len(args) < 3 {
		ts.Fatalf("usage: tty [-after text] [-in file] code file program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	shown, code, err := runOnTerminal(ts, args[2:], after, answers)
	ts.Check(err)
	ts.Logf("[terminal]\n%s", shown)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), shown, 0o644))
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

func runOnTerminal(
	ts *testscript.TestScript, args []string, after string, answers []byte,
) (shown []byte, code int, err error) {
	ours, theirs, err := openTerminal()
	if err != nil {
		return nil, 0, err
	}
	defer ours.Close()
	program := args[0]
	if program == "svc" {
		program = binary
	}
	cmd := exec.Command(program, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs, theirs, theirs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	for _, name := range []string{
		"SVC_EDGE_API_URL", "SVC_CRM_API_URL", "SVC_KEYRING", "XDG_CONFIG_HOME", "PATH", "HOME", "WORK", "NO_COLOR", "CI",
		"TERM", "TMPDIR", "SVC_EDGE_TOKEN", "SVC_EDGE_ACCOUNT", "SVC_CRM_KEY", "HTTPS_PROXY", "SSL_CERT_FILE",
	} {
		if value := ts.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	if err := cmd.Start(); err != nil {
		theirs.Close()
		return nil, 0, err
	}
	theirs.Close()
	var out bytes.Buffer
	// Without the text the loop ends with the program, or with the script's time limit.
	for one := make([]byte, 1); !bytes.Contains(out.Bytes(), []byte(after)); {
		if _, err := ours.Read(one); err != nil {
			break
		}
		out.Write(one)
	}
	if _, err := ours.Write(answers); err != nil {
		return nil, 0, err
	}
	if _, err := io.Copy(&out, ours); err != nil && !errors.Is(err, syscall.EIO) { // EIO is the end of a terminal
		return nil, 0, err
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return nil, 0, err
	}
	return bytes.ReplaceAll(out.Bytes(), []byte("\r\n"), []byte("\n")), cmd.ProcessState.ExitCode(), nil
}

// openTerminal returns both ends of a new terminal.
func openTerminal() (ours, theirs *os.File, err error) {
	ours, err = os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	fd := int(ours.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 80})
	}
	if err == nil {
		theirs, err = os.OpenFile(filepath.Join("/dev/pts", strconv.Itoa(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		ours.Close()
		return nil, nil, fmt.Errorf("no terminal: %w", err)
	}
	return ours, theirs, nil
}
