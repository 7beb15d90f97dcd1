package appworker

import (
	"fmt"
	"regexp"

	"github.com/appsvc/svc/internal/cli"
)

var installID = regexp.MustCompile(`^(static|[0-9]{1,15})$`)

func CheckInstallID(id string) error {
	if !installID.MatchString(id) {
		return cli.Usage(
			fmt.Sprintf("%q is no portal", id), "give the portal's id, such as 1000001, or static for an app with static auth",
		)
	}
	return nil
}
