package cmdutil

import (
	"testing"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
)

func FuzzReadJSONObjectReturnsAnObjectOrAUsageError(f *testing.F) {
	for _, seed := range []string{"{}", "[", "{\"a\":\n,}", "\ufeff{}", "{} x", "\xff", "{\"a\":1e999}", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		env, _, _ := clitest.Env(text, nil)
		object, err := ReadJSONObject(env, "--input", "-")
		if err == nil && (len(object) == 0 || object[0] != '{') {
			t.Errorf("%q was read as %q", text, object)
		}
		if err != nil && cli.ExitCode(err) != cli.ExitUsage {
			t.Errorf("%q: exit code %d, want %d", text, cli.ExitCode(err), cli.ExitUsage)
		}
	})
}
