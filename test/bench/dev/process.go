// This file starts a server, saves a file of it, and stops it.

package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server that runs.
type process struct {
	server
	port string
	cmd  *exec.Cmd
	log  *os.File
	// guard kills the server if this process ends before it.
	guard io.WriteCloser
}

// guarding is the script of the guard: it kills a process group when its standard input ends without a line.
const guarding = `read -r _ || kill -s KILL -- "-$1"`

// start starts the server on a free port. It does not wait for it.
func (s server) start() (*process, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	if err := listener.Close(); err != nil { // the server takes the port
		return nil, err
	}
	log, err := os.CreateTemp("", "svc-bench-dev-log-")
	if err != nil {
		return nil, err
	}
	p := &process{server: s, port: port, cmd: s.command(port), log: log}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		return nil, errors.Join(err, p.closeLog())
	}
	if err := p.startGuard(); err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return p, nil
}

// startGuard starts the guard. A server has children of its own, which a signal at the death of this process
// (internal/subprocess) would not reach.
func (p *process) startGuard() (err error) {
	guard := exec.Command("/bin/sh", "-c", guarding, "sh", strconv.Itoa(p.cmd.Process.Pid))
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if p.guard, err = guard.StdinPipe(); err != nil {
		return err
	}
	if err := guard.Start(); err != nil {
		return err
	}
	go func() { _ = guard.Wait() }()
	return nil
}

// stop kills the server and its children.
func (p *process) stop() error {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	return p.ended()
}

// interrupt stops the server as Ctrl-C does, so that its state is complete.
func (p *process) interrupt() error {
	err := p.cmd.Process.Signal(os.Interrupt)
	return errors.Join(err, p.ended()) // it exits with 130
}

// ended waits until the server has ended, and dismisses its guard.
func (p *process) ended() (err error) {
	_ = p.cmd.Wait()
	if p.guard != nil {
		_, err = io.WriteString(p.guard, "\n")
		if closing := p.guard.Close(); !errors.Is(closing, os.ErrClosed) { // the guard has ended already
			err = errors.Join(err, closing)
		}
	}
	return errors.Join(err, p.closeLog())
}

func (p *process) closeLog() error { return errors.Join(p.log.Close(), os.Remove(p.log.Name())) }

// save writes the file with a number, and returns how long the server takes to answer with it.
func (p *process) save(text []byte, n int) (time.Duration, error) {
	changed := strings.Replace(string(text), p.answer+"0", fmt.Sprint(p.answer, n), 1)
	start := time.Now()
	if err := os.WriteFile(p.file, []byte(changed), 0o644); err != nil {
		return 0, err
	}
	err := p.answers(n)
	return time.Since(start), err
}
