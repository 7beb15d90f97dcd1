package local

import (
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/host"
)

// AddCRMFlag adds --crm.
func AddCRMFlag(flags *pflag.FlagSet, crm *string) {
	flags.StringVar(crm, "crm", host.CRMEmulated,
		"`which` CRM to call: emulated, or live with CRM_ACCESS_TOKEN in .dev.vars")
}

// CheckCRM validates the value of --crm. The app of a stranger must not act on an account.
func CheckCRM(crm string, untrusted bool) error {
	if crm == host.CRMLive && untrusted {
		return cli.Usage("--crm live and --untrusted exclude each other", "leave out --crm to use the emulated CRM")
	}
	return cmdutil.OneOf("--crm", crm, []string{host.CRMEmulated, host.CRMLive})
}
