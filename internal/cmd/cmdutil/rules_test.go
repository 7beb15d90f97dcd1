package cmdutil

import (
	"errors"
	"strings"
	"testing"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
)

func TestACrashOfARuleNamesTheRuleAndExitsWith3(t *testing.T) {
	env, _, said := clitest.Env("", nil)
	err := RulesError(env, errors.Join(&checker.RuleError{Rule: "some-rule", Cause: "oh", Stack: []byte("goroutine 1")}))
	if cli.ExitCode(err) != cli.ExitFailed || !strings.Contains(err.Error(), `rule "some-rule" failed: oh`) {
		t.Errorf("got %v", err)
	}
	if strings.Contains(said.String(), "goroutine") {
		t.Errorf("a stack got out:\n%s", said)
	}
}
