package invoke

import (
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/local"
)

// surfaces are the values of --surface.
var surfaces = []string{"action", "agent", "batched", "invoke"}

// readsStdin counts the flags that read standard input.
func (o *options) readsStdin() (n int) {
	for _, value := range []string{o.input, o.object, o.install} {
		if value == "-" {
			n++
		}
	}
	return n
}

// validate rejects invalid values and combinations of flags.
func (o *options) validate() error {
	if o.timeout <= 0 {
		return cli.Usage(
			fmt.Sprintf("invalid --timeout %s: expected more than 0", o.timeout), "write a duration such as 5s or 500ms",
		)
	}
	if err := o.validateReplay(); err != nil {
		return err
	}
	if err := o.validateSave(); err != nil {
		return err
	}
	if o.environment != "" {
		if err := cmdutil.CheckEnvironment(o.environment); err != nil {
			return err
		}
	}
	if err := local.CheckCRM(o.crm, o.untrusted); err != nil {
		return err
	}
	if o.has("surface") {
		if err := cmdutil.OneOf("--surface", o.surface, surfaces); err != nil {
			return err
		}
	}
	for _, flag := range []string{"input", "object", "install"} {
		if o.last && o.has(flag) {
			return cli.Usage(
				fmt.Sprintf("--last and --%s exclude each other", flag), fmt.Sprintf("leave out --last to pass --%s", flag),
			)
		}
	}
	if o.last && !o.persist {
		return cli.Usage("--last and --persist=false exclude each other: --last reads .svc/state", "leave out one of them")
	}
	if o.watch && o.readsStdin() > 0 {
		return cli.Usage(
			"--watch cannot use standard input, which can be read only once",
			"pass the input as @file, which is read for each run",
		)
	}
	if o.readsStdin() > 1 {
		return cli.Usage(
			"only one of --input, --object and --install can read standard input", "pass the others as JSON or @file",
		)
	}
	_, err := capability.ParseKind(o.kind)
	return err
}
