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
	fmt.Printf(memoryRow, "requests", "saves", "server, MB", "its peak, MB", "supervisor, MB", "both, MB")
	requests, both := 0, 0.0
	for n := 0; ; n++ {
		if n%(memorySaves/memoryRows) == 0 {
			if both, err = p.printMemory(requests, n); err != nil {
				return err
			}
		}
		if n == memorySaves {
			return printGoals([]goal{{"example, server and supervisor", both, 120, "MB", false}})
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

// printMemory prints a row, and returns the memory of both processes in MB. The server is the child of the process that
// was started, its supervisor.
func (p *process) printMemory(requests, saves int) (both float64, err error) {
	server, err := childOf(p.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	serving, err := memoryOf(server)
	if err != nil {
		return 0, err
	}
	supervising, err := memoryOf(p.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	both = serving["RssAnon"] + supervising["RssAnon"] + max(serving["RssFile"], supervising["RssFile"])
	fmt.Printf(memoryRow, requests, saves, megabytes(serving["VmRSS"]), megabytes(serving["VmHWM"]),
		megabytes(supervising["VmRSS"]), megabytes(both))
	return both * 1024 / 1e6, nil
}

// memoryRow has requests, saves, and memory in MB. The server and the supervisor are the same program and share the
// pages of its file, which both resident sizes contain. The last column counts them once.
const memoryRow = "%10v %8v %14v %14v %18v %12v\n"

func megabytes(kilobytes float64) string { return fmt.Sprintf("%.1f", kilobytes*1024/1e6) }

// memoryOf returns what Linux says about the memory of a process, in KB, by its names. VmRSS is the resident memory and
// VmHWM its peak. RssAnon is the part of the process alone, and RssFile that of the program's file.
func memoryOf(pid int) (map[string]float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	of := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if size, isSize := strings.CutSuffix(strings.TrimSpace(value), " kB"); isSize {
			of[name], _ = strconv.ParseFloat(size, 64)
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
