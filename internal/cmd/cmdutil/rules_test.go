package cmdutil

import (
	"errors"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
)

func TestRulesErrorNamesTheCrashedRule(t *testing.T) {
	env, _, messages := clitest.Env("", nil)
	err := RulesError(env, errors.Join(&checker.RuleError{Rule: "some-rule", Cause: "oh", Stack: []byte("goroutine 1")}))
	if cli.ExitCode(err) != cli.ExitFailed || !strings.Contains(err.Error(), `rule "some-rule" failed: oh`) {
		t.Errorf("got %v", err)
	}
	if strings.Contains(messages.String(), "goroutine") {
		t.Errorf("stack printed without SVC_DEBUG:\n%s", messages)
	}
}
