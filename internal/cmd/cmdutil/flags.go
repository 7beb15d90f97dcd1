package cmdutil

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/platform"
)

// dirFlag is the flag of the app's folder.
const dirFlag = "dir"

// AddDirFlag adds -C, --dir, the app's folder. ChooseFolder finds the default.
func AddDirFlag(flags *pflag.FlagSet, dir *string) {
	flags.StringVarP(dir, dirFlag, "C", ".", "the app's `folder` (default: the nearest one with svc.config.ts)")
	flags.Lookup(dirFlag).DefValue = "" // the text says it
}

// AddProfileFlag adds --profile. LoadProfile finds the default.
func AddProfileFlag(flags *pflag.FlagSet, profile *string) {
	names := strings.Join(platform.ProfileNames(), ", ")
	flags.StringVar(profile, "profile", "",
		"the vendor `profile`: "+names+" (default: profile in svc.platform.json, else crm)")
}

// AddUntrustedFlag adds --untrusted, for an app whose authors svc does not trust. See project.Options.
func AddUntrustedFlag(flags *pflag.FlagSet, untrusted *bool) {
	flags.BoolVar(untrusted, "untrusted", false,
		"confine the app to its own folder: no workspace, no installed SDK, no source lines in output")
}

// AddJSONFlag adds --json for commands that print one document.
func AddJSONFlag(flags *pflag.FlagSet, json *bool) {
	flags.BoolVar(json, "json", false, "print one JSON document")
}

// AddYesFlag adds --yes for commands that ask before they change something.
func AddYesFlag(flags *pflag.FlagSet, yes *bool) {
	flags.BoolVar(yes, "yes", false, "skip the confirmation")
}

// AddForceUnlockFlag adds --force-unlock for commands that take the lock of an environment.
func AddForceUnlockFlag(flags *pflag.FlagSet, force *bool) {
	flags.BoolVar(force, "force-unlock", false, "take the lock of a deploy that crashed on another machine")
}
