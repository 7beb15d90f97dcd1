// This file measures the memory of the server of the example app.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	// memoryRequests and memorySaves are what the server has answered and reloaded at the end.
	memoryRequests, memorySaves = 100_000, 500
	// memoryRows is the number of rows that are printed after the first.
	memoryRows = 10
	// shortTurn is the time of the requests between two looks at their number.
	shortTurn = 50 * time.Millisecond
)

// runMemory serves the example, and prints how much memory the server and its supervisor have.
func runMemory(program string) (err error) {
	dir, err := os.MkdirTemp("", "svc-bench-dev-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := newExample(program, dir, creditCheck)
	if err != nil {
		return err
	}
	p, err := s.start()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	if err := p.answers(0); err != nil {
		return err
	}
	text, err := os.ReadFile(s.file)
	if err != nil {
		return err
	}
	fmt.Printf("%10s %8s %14s %14s %18s\n", "requests", "saves", "server, MB", "its peak, MB", "supervisor, MB")
	requests := 0
	for n := 0; ; n++ {
		if n%(memorySaves/memoryRows) == 0 {
			if err := p.printMemory(requests, n); err != nil {
				return err
			}
		}
		if n == memorySaves {
			return nil
		}
		if _, err := p.save(text, n+1); err != nil {
			return err
		}
		for requests < (n+1)*memoryRequests/memorySaves {
			one, err := p.underLoad(n+1, shortTurn)
			if err != nil {
				return err
			}
			requests += one.Requests
		}
	}
}

// printMemory prints a row. The server is the child of the process that was started, its supervisor.
func (p *process) printMemory(requests, saves int) error {
	server, err := childOf(p.cmd.Process.Pid)
	if err != nil {
		return err
	}
	resident, err := residentMemory(server)
	if err != nil {
		return err
	}
	supervisor, err := residentMemory(p.cmd.Process.Pid)
	if err != nil {
		return err
	}
	fmt.Printf("%10d %8d %14.1f %14.1f %18.1f\n", requests, saves, resident.now, resident.peak, supervisor.now)
	return nil
}

// resident is the resident memory of a process, in MB, as Linux counts it.
type resident struct{ now, peak float64 }

func residentMemory(pid int) (of resident, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		kilobytes, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
		switch name {
		case "VmRSS":
			of.now = kilobytes * 1024 / 1e6
		case "VmHWM":
			of.peak = kilobytes * 1024 / 1e6
		}
	}
	return of, err
}

// childOf returns the child of a process, which has one.
func childOf(pid int) (int, error) {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // by the thread that started it
	if err != nil {
		return 0, err
	}
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if child, _, found := strings.Cut(string(text), " "); err == nil && found {
			return strconv.Atoi(child)
		}
	}
	return 0, cmp.Or(err, errors.New("the supervisor has no child: expected Linux"))
}
