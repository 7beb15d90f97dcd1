package appbuild

import (
	"errors"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/project"
)

// ChooseProfile is cmdutil.ChooseProfile for commands that report findings: a platform file that svc cannot use is one
// of them. Without a flag, the profile is the default one then.
func ChooseProfile(dir, flag string) (profile string, problems []declared.Problem, err error) {
	chosen, err := cmdutil.ChooseProfile(dir, "")
	if failed := (*cli.Error)(nil); errors.As(err, &failed) {
		problems = []declared.Problem{project.Unusable(cmdutil.PlatformFileName, failed.Why, failed.Fix)}
		err = nil
	}
	if flag != "" && err == nil {
		chosen, err = cmdutil.ChooseProfile(dir, flag)
	}
	return chosen, problems, err
}
