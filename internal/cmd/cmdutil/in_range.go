package cmdutil

import (
	"fmt"

	"github.com/appsvc/svc/internal/cli"
)

// InRange returns a usage error if the value of a flag is not from least to most.
func InRange(flag string, n, least, most int) error {
	if n >= least && n <= most {
		return nil
	}
	return cli.Usage(fmt.Sprintf("invalid %s %d: expected a number from %d to %d", flag, n, least, most), "")
}
