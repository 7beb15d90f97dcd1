package testscripts

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestFixturesRunAfterEverySave(t *testing.T) {
	t.Parallel()
	d := &developing{TB: t, dir: t.TempDir()}
	saveWorker := func(version string) {
		t.Helper()
		d.save("src/workers/main.ts", strings.Replace(watchedWorker, "VERSION", version, 1))
	}
	saveFixture := func(version string) {
		t.Helper()
		d.save("fixtures/greet.json",
			`{"capability": "greet", "expect": {"output": {"greeting": "`+version+`"}, "ignore": ["output.name"]}}`)
	}
	d.save("svc.config.ts", watchedConfig)
	saveWorker("first")
	saveFixture("first")

	cmd := exec.Command(binary, "test", "--watch", "--json")
	cmd.Dir = d.dir
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	results := make(chan string, 100)
	go func() {
		defer close(results)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var report struct {
				Fixtures []struct {
					Status      string
					Differences []struct{ Actual json.RawMessage }
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &report); err != nil || len(report.Fixtures) != 1 {
				t.Errorf("not one report per line: %q", lines.Text())
				return
			}
			result := report.Fixtures[0].Status
			for _, difference := range report.Fixtures[0].Differences {
				result += " " + string(difference.Actual)
			}
			results <- result
		}
	}()
	expect := func(want string) {
		t.Helper()
		limit := time.After(patience)
		for {
			select {
			case got, open := <-results:
				if !open {
					t.Fatal("svc has ended")
				}
				if got == want {
					return
				}
			case <-limit:
				t.Fatalf("no run had the result %s", want)
			}
		}
	}
	expect("passed")
	saveWorker("second")
	expect(`failed "second"`)
	saveFixture("second")
	expect("passed")
	d.save("fixtures/greet.json", "{")
	expect("invalid")
	saveFixture("third")
	expect(`failed "second"`)
}
