package local

import (
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/host"
)

// AddCRMFlag adds --crm.
func AddCRMFlag(flags *pflag.FlagSet, crm *string) {
	flags.StringVar(crm, "crm", host.CRMEmulated,
		"`which` CRM to call: emulated, or live with CRM_ACCESS_TOKEN in .dev.vars")
}

// CheckCRM validates the value of --crm.
func CheckCRM(crm string) error {
	return cmdutil.OneOf("--crm", crm, []string{host.CRMEmulated, host.CRMLive})
}
