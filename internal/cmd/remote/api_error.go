package remote

import (
	"context"
	"errors"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// APIError makes an error of a client one for the user, in which the words of the platform are data: they break
// no line and steer no terminal. Other errors stay as they are.
func APIError(err error) error {
	var edge *edgeapi.Error
	var crm *crmapi.Error
	var edgeSilent *edgeapi.UnreachableError
	var crmSilent *crmapi.UnreachableError
	var late *crmapi.TimeoutError
	var blocked *crmapi.BlockedError
	told := &cli.Error{Code: cli.ExitRemote, Err: err}
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &edge):
		told.What, told.Why, told.Fix = "the edge platform "+verdict(edge.Status), cli.OneLine(edge.Error()), edge.Fix()
		if isAuth(edge.Status) {
			told.Code = cli.ExitAuth
		}
	case errors.As(err, &crm):
		told.What, told.Why, told.Fix = "the CRM "+verdict(crm.Status), cli.OneLine(crm.Error()), crm.Fix()
		if isAuth(crm.Status) {
			told.Code = cli.ExitAuth
		}
	case errors.As(err, &edgeSilent):
		told.What, told.Why, told.Fix = "the edge platform cannot be reached", cli.OneLine(
			edgeSilent.Why,
		), "check the network, and "+edgeAPIVariable+" if it is set"
	case errors.As(err, &crmSilent):
		told.What, told.Why, told.Fix = "the CRM cannot be reached", cli.OneLine(
			crmSilent.Why,
		), "check the network, the profile, and "+crmAPIVariable+" if it is set"
	case errors.As(err, &late):
		told.Code, told.What, told.Fix = cli.ExitTimeout, late.Error(), "run the command again: it goes on where it is"
	case errors.As(err, &blocked):
		told.Code, told.What, told.Why = cli.ExitNegative, "the CRM will not deploy the build", cli.OneLine(blocked.Error())
		if blocked.Forceable() {
			told.Fix = "allow it with 'svc deploy --allow delete'"
		}
	default:
		return err
	}
	return told
}

// verdict is what an answer of this HTTP status means.
func verdict(status int) string {
	if status >= http.StatusInternalServerError {
		return "has failed"
	}
	return "refuses"
}

func isAuth(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}
