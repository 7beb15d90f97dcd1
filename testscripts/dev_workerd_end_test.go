package testscripts

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

func TestWorkerdIsRestartedAfterACrash(t *testing.T) {
	t.Parallel()
	d := onWorkerd(t, app)
	before := d.engines()
	if err := syscall.Kill(before[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	d.wait("the message", func(e devEvent) bool {
		const message = "the worker billing was stopped and restarted: the edge engine ended"
		return e.Log != nil && strings.Contains(e.Log.Message, message)
	})
	if word, _ := d.greet(); word != "hello you" {
		t.Errorf("greeting %q", word)
	}
}

func TestCodeThatBlocksWorkerdIsStopped(t *testing.T) {
	t.Parallel()
	block := "if (!(await ctx.store.get('once'))) {" +
		" await ctx.store.put('once', true); ctx.logger.info('blocks'); while (true) {} }"
	d := onWorkerd(t, map[string]string{
		"svc.config.ts":          app["svc.config.ts"],
		"src/workers/billing.ts": strings.Replace(greeting("hello"), "ctx.logger.info('synced');", block, 1),
	})
	done := make(chan error, 1)
	go func() {
		tick := exec.Command(binary, "dev", "tick", "15m")
		tick.Dir = d.dir
		done <- tick.Run()
	}()
	d.wait("the block", func(e devEvent) bool { return e.Log != nil && e.Log.Message == "blocks" })
	for _, id := range d.engines() { // a stopped process blocks, too, and uses no processor
		if err := syscall.Kill(id, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
	d.wait("the message", func(e devEvent) bool {
		return e.Log != nil && strings.Contains(e.Log.Message, "restarted: code blocked for 10 s without yielding")
	})
	if err := <-done; err != nil { // a request that waits while the clock moves would have a stale signature
		t.Error("tick:", err)
	}
	if word, _ := d.greet(); word != "hello you" {
		t.Errorf("greeting %q", word)
	}
}
