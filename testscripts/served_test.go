package testscripts

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/link"
)

func init() {
	commands["develops"] = cmdDevelops
	commands["fronts"] = cmdFronts
}

// developed holds the servers of scripts by origin.
var developed started[*exec.Cmd]

// cmdDevelops runs `svc dev` in a folder until the script ends, or until `develops stop`: develops folder [flag...].
// It sets $DEV to the origin.
func cmdDevelops(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: develops folder [flag...]|stop")
	}
	if args[0] == "stop" {
		stopDeveloping(developed.get(ts.Getenv("DEV")))
		return
	}
	flags := []string{"dev", "--json", "--port", "0", "--svc-log-port", "0"}
	cmd := exec.Command(binary, append(flags, args[1:]...)...)
	cmd.Dir = ts.MkAbs(args[0])
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"))
	messages := &bytes.Buffer{}
	cmd.Stderr, cmd.WaitDelay = messages, patience
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	origin := make(chan string, 1)
	go func() {
		at := ""
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var e devEvent
			if json.Unmarshal(lines.Bytes(), &e) != nil {
				continue
			}
			if e.Event == "ready" {
				at = e.Origin
			}
			if e.Event == "round" { // it accepts requests
				select {
				case origin <- at:
				default:
				}
			}
		}
	}()
	select {
	case at := <-origin:
		developed.set(at, cmd)
		ts.Setenv("DEV", at)
		ts.Defer(func() { stopDeveloping(cmd) })
	case <-time.After(patience):
		stopDeveloping(cmd)
		ts.Fatalf("svc dev does not serve:\n%s", messages)
	}
}

// stopDeveloping stops a server and waits until it has unlocked the state.
func stopDeveloping(cmd *exec.Cmd) {
	if cmd == nil || cmd.ProcessState != nil {
		return
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		fmt.Fprintln(os.Stderr, "stop svc dev:", err)
	}
	// A server that does not end would hang all scripts.
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Signal(syscall.SIGQUIT) })
	_ = cmd.Wait() // the exit code is that of the signal
	if !late.Stop() {
		panic(fmt.Sprintf("svc dev does not end:\n%s", cmd.Stderr))
	}
}

// cmdFronts gives a worker of the server a separate origin, as on the edge platform: fronts worker. It sets $FRONT to
// the origin. The worker knows only the server's origin, so the front signs requests again with $SVC_CONTROL_KEY.
func cmdFronts(ts *testscript.TestScript, neg bool, args []string) {
	at, err := url.Parse(ts.Getenv("DEV"))
	if neg || len(args) != 1 || err != nil {
		ts.Fatalf("usage: fronts worker, after develops")
	}
	key, err := control.ParseKey(ts.Getenv("SVC_CONTROL_KEY"), link.Production)
	ts.Check(err)
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(at)
		r.Out.Host = args[0] + ".localhost:" + at.Port()
		body, err := io.ReadAll(r.In.Body)
		if err == nil {
			err = key.Sign(r.Out, body, time.Now(), rand.Reader)
		}
		if err != nil {
			r.Out.Header.Del(control.GrantHeader) // the worker refuses it
		}
		r.Out.Body = io.NopCloser(bytes.NewReader(body))
	}})
	ts.Defer(front.Close)
	ts.Setenv("FRONT", front.URL)
}
