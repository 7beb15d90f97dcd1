package alertexpr

import (
	"fmt"

	"github.com/appsvc/svc/sdk"
)

// ParserFunction is the global function that the script of Parser defines. Decode reads what it returns for a text.
const ParserFunction = "__svc_alertExpr"

// Parser returns the script of the embedded SDK with its parser.
func Parser() ([]byte, error) {
	script, err := sdk.Files.ReadFile("dist/host/alert-expr.js")
	if err != nil {
		return nil, fmt.Errorf("cannot read the embedded SDK: %w", err)
	}
	return script, nil
}
