package testscripts

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const watchedConfig = `import { defineApp } from '@svc/sdk';
export default defineApp({ name: 'T', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: [] });`

const watchedWorker = `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('main');
worker.cardBackend('greet', { handler: (ctx) => ({ greeting: 'VERSION', name: ctx.input.name }) });
export default worker;`

func TestInvokeWatchRunsAfterEverySave(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	save := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	saveWorker := func(version string) {
		t.Helper()
		save("src/workers/main.ts", strings.Replace(watchedWorker, "VERSION", version, 1))
	}
	save("svc.config.ts", watchedConfig)
	save("input.json", `{"name": "Ada"}`)
	saveWorker("first")

	cmd := exec.Command(binary, "dev", "invoke", "greet", "--watch", "--json", "-i", "@input.json")
	cmd.Dir = dir
	lines := outputLines(t, cmd)
	t.Cleanup(func() { cmd.Process.Kill() })
	outputs := make(chan string, 100)
	go func() {
		defer close(outputs)
		for lines.Scan() {
			var result struct{ Output json.RawMessage }
			if err := json.Unmarshal(lines.Bytes(), &result); err != nil {
				t.Errorf("not one JSON document per line: %q", lines.Text())
			}
			outputs <- string(result.Output)
		}
	}()
	expect := func(want string) {
		t.Helper()
		limit := time.After(patience)
		for {
			select {
			case got, open := <-outputs:
				if !open {
					t.Fatal("svc has ended")
				}
				if got == want {
					return
				}
			case <-limit:
				t.Fatalf("no run returned %s", want)
			}
		}
	}
	expect(`{"greeting":"first","name":"Ada"}`)
	saveWorker("second")
	expect(`{"greeting":"second","name":"Ada"}`)
	save("input.json", `{"name": "Grace"}`)
	expect(`{"greeting":"second","name":"Grace"}`)
	save("src/workers/main.ts", "this is no TypeScript")
	save("input.json", `{"name": `)
	time.Sleep(300 * time.Millisecond) // errors do not end the watch
	save("input.json", `{"name": "Ada"}`)
	saveWorker("third")
	expect(`{"greeting":"third","name":"Ada"}`)

	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 130 && exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
		t.Errorf("after an interrupt: %v", err)
	}
}

func TestInvokeWatchRunsATriggerForTheSameEvents(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	config := strings.Replace(watchedConfig, "scopes: []", "scopes: ['crm.objects.contacts.read']", 1)
	save := func(version string) {
		d.save("src/workers/main.ts", `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('main');
worker.trigger('seen', { eventType: 'contact.creation', handler: (ctx) => ctx.logger.info('`+version+`') });
export default worker;`)
	}
	d.save("svc.config.ts", config)
	save("first")
	cmd := exec.Command(binary, "dev", "invoke", "seen", "--watch", "--json", "-i", `{"eventId": 5, "occurredAt": 1}`)
	cmd.Dir = d.dir
	lines := outputLines(t, cmd)
	t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	for lines.Scan() {
		var result struct {
			Status string
			Logs   []struct{ Message string }
		}
		if err := json.Unmarshal(lines.Bytes(), &result); err != nil || result.Status != "ok" || len(result.Logs) != 1 {
			t.Fatalf("a run: %s", lines.Text())
		}
		if result.Logs[0].Message == "second" {
			return
		}
		save("second")
	}
	t.Error("svc has ended")
}
