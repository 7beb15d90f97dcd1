package appworker

import (
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/lazyregexp"
)

var installID = lazyregexp.New(`^(static|[0-9]{1,15})$`)

// CheckInstallID validates the id of an install that the user named.
func CheckInstallID(id string) error {
	if installID().MatchString(id) {
		return nil
	}
	return cli.Usage(
		fmt.Sprintf("invalid portal %q", id),
		"use the portal's id, such as 1000001, or static for an app with static auth",
	)
}
