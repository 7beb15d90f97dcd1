package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// startsServer is the variable of the environment that makes this test a bench, which starts a server and waits.
const startsServer = "SVC_TEST_BENCH_SERVER"

func TestAKilledBenchLeavesNoServer(t *testing.T) {
	if os.Getenv(startsServer) != "" {
		serve(t)
	}
	bench := exec.Command(os.Args[0], "-test.run", t.Name())
	bench.Env = append(os.Environ(), startsServer+"=yes")
	out, err := bench.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := bench.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	_ = bench.Process.Kill()
	_ = bench.Wait()
	if err != nil {
		t.Fatal(err)
	}
	group, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); runs(t, group); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the server still runs: process group %d", group)
		}
	}
}

// serve starts a server with a child, prints its process group, and waits to be killed.
func serve(t *testing.T) {
	p, err := server{command: func(string) *exec.Cmd { return exec.Command("/bin/sh", "-c", "sleep 600 & wait") }}.start()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(p.cmd.Process.Pid)
	_ = p.cmd.Wait()
}

// runs reports whether a process group has a process that runs. One that has ended stays in the list until its parent
// waits for it.
func runs(t *testing.T, group int) bool {
	text, err := exec.Command("ps", "-eo", "pgid=,state=").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if of := strings.Fields(line); len(of) == 2 && of[0] == strconv.Itoa(group) && of[1] != "Z" {
			return true
		}
	}
	return false
}
