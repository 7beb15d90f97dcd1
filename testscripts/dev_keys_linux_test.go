package testscripts

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestKeysControlAServer(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range app {
		d.save(name, text)
	}
	ours, theirs, err := openTerminal()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	server := exec.Command(binary, "dev", "--port", "0", "--svc-log-port", "0")
	server.Dir, server.Stdin, server.Stdout, server.Stderr = d.dir, theirs, theirs, theirs
	browser := t.TempDir()
	saveProgram(t, filepath.Join(browser, "xdg-open"), []byte("#!/bin/sh\n"))
	server.Env = append(server.Environ(), "CI=", "NO_COLOR=1", "PATH="+browser+":"+os.Getenv("PATH"))
	server.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	before, err := unix.IoctlGetTermios(int(theirs.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Process.Kill() }()
	shown := &terminal{}
	go io.Copy(shown, ours) //nolint:errcheck // ends with the terminal
	press := func(key string) {
		if _, err := ours.WriteString(key); err != nil {
			t.Fatal(err)
		}
	}
	shown.find(t, `(?m)^keys +press \? to list them\r$`)
	shown.find(t, `(?m)^serving 1 worker`)
	press("?")
	shown.find(t, `(?m)^r  restart the server\r$`)
	press("t")
	shown.find(t, `schedule "\*/15 \* \* \* \*" of billing`)
	shown.find(t, `clock is now .*; 1 schedule fired`)
	press("r")
	link := shown.find(t, `(?m)^dashboard +(http\S+)\r$`)[1]
	// An open page of the dashboard stays usable.
	same := `^dashboard +` + regexp.QuoteMeta(link) + `\r$`
	shown.find(t, `(?ms)restarting the server: you asked for it\r$.*`+same+`.*^serving 1 worker`)
	press("o")
	shown.find(t, `(?m)^opening `+regexp.QuoteMeta(link)+`\r$`)
	press("x") // no key
	press("c")
	shown.find(t, `\x1b\[2J`)
	press("q")
	if err := server.Wait(); err != nil {
		t.Errorf("%v\n%s", err, shown)
	}
	after, err := unix.IoctlGetTermios(int(theirs.Fd()), unix.TCGETS)
	if err != nil || *after != *before {
		t.Errorf("the terminal is not as it was: %v %v, was %v", err, after, before)
	}
	theirs.Close()
}
