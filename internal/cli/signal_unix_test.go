//go:build unix

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// signaled is the variable that makes TestSecondSignal the process that gets the signals. Its value is how long it
// ignores a repeat.
const signaled = "SVC_TEST_SIGNALED"

func TestSecondSignal(t *testing.T) {
	if text := os.Getenv(signaled); text != "" {
		signalOwnGroup(text, os.Getenv(signaled+"_SECOND") == "SIGTERM")
	}
	for _, c := range []struct {
		name, repeated, second string
		ends                   syscall.Signal // 0 for none
	}{
		{"a repeat is ignored", "1h", "SIGINT", 0},
		{"a repeat after the time ends the process", "0s", "SIGINT", syscall.SIGINT},
		{"another signal ends the process", "1h", "SIGTERM", syscall.SIGTERM},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestSecondSignal$")
			cmd.Env = append(os.Environ(), signaled+"="+c.repeated, signaled+"_SECOND="+c.second)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			input, err := cmd.StdinPipe() // open until the process has ended
			if err != nil {
				t.Fatal(err)
			}
			defer input.Close()
			out, _ := cmd.CombinedOutput()
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if c.ends == 0 && status.ExitStatus() != exitInterrupted || c.ends != 0 && status.Signal() != c.ends {
				t.Errorf("ended with %v: %s", cmd.ProcessState, out)
			}
		})
	}
}

// signalOwnGroup sends SIGINT to the own process group, then a second signal. It ends with the context's exit code. A
// second signal that must end the process may reach another thread, so it waits for that.
func signalOwnGroup(repeated string, terminate bool) {
	ignored, err := time.ParseDuration(repeated)
	if err != nil {
		panic(err)
	}
	ctx, stop := interruptible(context.Background(), ignored)
	defer stop()
	_ = syscall.Kill(0, syscall.SIGINT)
	<-ctx.Done()
	switch {
	case terminate:
		_ = syscall.Kill(0, syscall.SIGTERM)
		_, _ = os.Stdin.Read(make([]byte, 1))
	case ignored == 0:
		_ = syscall.Kill(0, syscall.SIGINT)
		_, _ = os.Stdin.Read(make([]byte, 1))
	default:
		for range 100 {
			_ = syscall.Kill(0, syscall.SIGINT)
		}
	}
	var exit Exit
	if !errors.As(context.Cause(ctx), &exit) {
		fmt.Println(context.Cause(ctx))
		os.Exit(1)
	}
	os.Exit(int(exit))
}
