package appworker

import "github.com/appsvc/svc/internal/cmd/cmdutil"

// ExitCodes returns the paragraph of a help text with the command's own exit codes, such as "0 success", and those that
// all commands with Flags share.
func ExitCodes(own ...string) string {
	return cmdutil.ExitCodes(append(own, "2 usage error", "3 internal error", "7 missing or rejected control key",
		"8 app worker unreachable", "9 local state locked")...)
}
