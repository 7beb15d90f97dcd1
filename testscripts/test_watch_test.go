package testscripts

import (
	"encoding/json"
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

	lines := d.linesOf("", "test", "--watch", "--json")
	results := make(chan string, 100)
	go func() {
		defer close(results)
		for line := range lines {
			var report struct {
				Fixtures []struct {
					Status      string
					Differences []struct{ Actual json.RawMessage }
				}
			}
			if err := json.Unmarshal([]byte(line), &report); err != nil || len(report.Fixtures) != 1 {
				t.Errorf("not one report per line: %q", line)
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
