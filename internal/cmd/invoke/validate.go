package invoke

import (
	"fmt"
	"slices"

	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
)

// readsStdin counts the flags that read standard input.
func (o *options) readsStdin() (n int) {
	for _, value := range []string{o.input, o.object, o.install} {
		if value == "-" {
			n++
		}
	}
	return n
}

// validate refuses values and combinations of flags that mean nothing.
func (o *options) validate() error {
	if o.timeout <= 0 {
		return cli.Usage(fmt.Sprintf("--timeout %s leaves no time to run", o.timeout), "give a time such as 5s or 500ms")
	}
	if o.crm != host.CRMEmulated && o.crm != host.CRMLive {
		return cli.Usage(fmt.Sprintf("--crm cannot be %q", o.crm), "write --crm emulated or --crm live")
	}
	if o.has("surface") && !slices.Contains([]string{"action", "agent", "batched", "invoke"}, o.surface) {
		return cli.Usage(fmt.Sprintf("--surface cannot be %q", o.surface), "write --surface action, agent, batched or invoke")
	}
	for _, flag := range []string{"input", "object", "install"} {
		if o.last && o.has(flag) {
			return cli.Usage(
				fmt.Sprintf("--last and --%s exclude each other", flag), fmt.Sprintf("leave out --last to give --%s", flag),
			)
		}
	}
	if o.last && !o.persist {
		return cli.Usage("--last reads .svc/state, which --persist=false keeps out of use", "leave out one of the two")
	}
	if o.watch && o.readsStdin() > 0 {
		return cli.Usage(
			"--watch runs again and again, and standard input can be read only once",
			"give the input as @file, which is read anew for each run",
		)
	}
	if o.readsStdin() > 1 {
		return cli.Usage(
			"standard input can be only one of --input, --object and --install", "give the others as JSON or @file",
		)
	}
	_, err := capability.ParseKind(o.kind)
	return err
}
