package appworker

import (
	"context"
	"errors"
	"strings"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/checkpoint"
	"github.com/appsvc/svc/internal/cli"
)

// Assertion parses the value of a flag, a condition over checkpoints.
func Assertion(ctx context.Context, flag, text string) (alertexpr.Expr, error) {
	expr, err := checkpoint.ParseAssertion(ctx, text)
	var invalid *alertexpr.Error
	if !errors.As(err, &invalid) {
		return expr, err
	}
	fix := `write conditions such as 'p95 < 800 and error_rate{kind="sync"} < 0.01'`
	if len(invalid.Known) > 0 {
		fix = cli.Suggest(invalid.Word, invalid.Known, "use one of "+strings.Join(invalid.Known, ", "))
	}
	return nil, cli.Usage(flag+": "+invalid.Error(), fix)
}
