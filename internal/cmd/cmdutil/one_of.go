package cmdutil

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
)

// OneOf returns a usage error if the value of a flag is not one of values.
func OneOf(flag, value string, values []string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return cli.Usage(
		fmt.Sprintf("invalid %s %q: expected %s", flag, value, AnyOf(values)), cli.Suggest(value, values, ""),
	)
}

// AnyOf lists alternatives: "a, b or c".
func AnyOf(values []string) string {
	last := len(values) - 1
	if last < 1 {
		return strings.Join(values, "")
	}
	return strings.Join(values[:last], ", ") + " or " + values[last]
}
