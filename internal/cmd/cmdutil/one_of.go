package cmdutil

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/typo"
)

// OneOf refuses a value of a flag that is none of its values.
func OneOf(flag, value string, values []string) error {
	if slices.Contains(values, value) {
		return nil
	}
	fix := "the values are " + strings.Join(values, ", ")
	if near := typo.Nearest(value, values); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return cli.Usage(fmt.Sprintf("unknown value %q of %s", value, flag), fix)
}
