package checkpoint

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/sdk"
)

// The script of the SDK with the parser, and the function that it defines.
const (
	parserScript   = "dist/host/alert-expr.js"
	parserFunction = "__svc_alertExpr"
)

// ParseAssertion parses a condition in the language of alert rules. It runs the SDK's parser in the embedded engine,
// which takes about 2 ms. A malformed text is an *alertexpr.Error.
func ParseAssertion(ctx context.Context, text string) (alertexpr.Expr, error) {
	source, err := fs.ReadFile(sdk.Files, parserScript)
	if err != nil {
		return nil, fmt.Errorf("cannot read the embedded SDK: %w", err)
	}
	program, err := jsvm.Compile("svc:alert-expr.js", string(source))
	if err != nil {
		return nil, err
	}
	vm, err := jsvm.New(jsvm.Options{Clock: jsvm.NewVirtualClock(time.Time{})}) // the parser needs no time
	if err != nil {
		return nil, err
	}
	defer vm.Close()
	if err := vm.Run(ctx, program); err != nil {
		return nil, err
	}
	answer, err := vm.Call(ctx, parserFunction, text)
	if err != nil {
		return nil, err
	}
	return alertexpr.Decode(text, answer)
}
