package cmdutil

import (
	"testing"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
)

func FuzzInputNeverPanics(f *testing.F) {
	for _, seed := range []string{"{}", "[", "{\"a\":\n,}", "\ufeff{}", "{} x", "\xff", "{\"a\":1e999}", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		env, _, _ := clitest.Env(text, nil)
		object, err := ReadJSONObject(env, "--input", "-")
		if err == nil && (len(object) == 0 || object[0] != '{') {
			t.Errorf("%q was taken as %q", text, object)
		}
		if err != nil && cli.ExitCode(err) != cli.ExitUsage {
			t.Errorf("%q: exit %d", text, cli.ExitCode(err))
		}
	})
}
