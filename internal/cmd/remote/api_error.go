package remote

import (
	"context"
	"errors"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// APIError turns an error of an API client into one for the user. The platform's messages are untrusted: they are
// printed on one line, without control characters. Other errors stay as they are.
func APIError(err error) error {
	var edge *edgeapi.Error
	var crm *crmapi.Error
	var edgeUnreachable *edgeapi.UnreachableError
	var crmUnreachable *crmapi.UnreachableError
	var timeout *crmapi.TimeoutError
	var blocked *crmapi.BlockedError
	e := &cli.Error{Code: cli.ExitRemote, Err: err}
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &edge):
		e.Code, e.What = codeOf(edge.Status), "the edge platform "+verdict(edge.Status)
		e.Why, e.Fix = cli.OneLine(edge.Error()), edge.Fix()
	case errors.As(err, &crm):
		e.Code, e.What = codeOf(crm.Status), "the CRM "+verdict(crm.Status)
		e.Why, e.Fix = cli.OneLine(crm.Error()), crm.Fix()
	case errors.As(err, &edgeUnreachable):
		e.What, e.Why = "cannot reach the edge platform", cli.OneLine(edgeUnreachable.Why)
		e.Fix = "check the network, and " + edgeAPIVariable + " if it is set"
	case errors.As(err, &crmUnreachable):
		e.What, e.Why = "cannot reach the CRM", cli.OneLine(crmUnreachable.Why)
		e.Fix = "check the network, the profile, and " + crmAPIVariable + " if it is set"
	case errors.As(err, &timeout):
		e.Code, e.What, e.Fix = cli.ExitTimeout, timeout.Error(), "run the command again to resume"
	case errors.As(err, &blocked):
		e.Code, e.What, e.Why = cli.ExitNegative, "the CRM refuses to deploy the build", cli.OneLine(blocked.Error())
		if blocked.Forceable() {
			e.Fix = "allow it with 'svc deploy --allow delete'"
		}
	default:
		return err
	}
	return e
}

// verdict says what an answer with this HTTP status means.
func verdict(status int) string {
	if status >= http.StatusInternalServerError {
		return "failed"
	}
	return "refused the request"
}

func codeOf(status int) int {
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		return cli.ExitAuth
	}
	return cli.ExitRemote
}
