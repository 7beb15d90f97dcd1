package remote

import (
	"cmp"
	"errors"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// The fixes for platforms that cannot be reached.
const (
	edgeNetworkFix = "check the network, and " + edgeAPIVariable + " if it is set"
	crmNetworkFix  = "check the network, the profile, and " + crmAPIVariable + " if it is set"
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
	case err == nil || cli.IsStopped(err):
		return err
	case errors.As(err, &edge):
		e.Code, e.What = codeOf(edge.Status), verdict("the edge platform", edge.Status, edge.Foreign)
		e.Why, e.Fix = cli.OneLine(edge.Error()), cmp.Or(edge.Fix(), fixOf(edge.Status, edge.Foreign, edgeNetworkFix))
	case errors.As(err, &crm):
		e.Code, e.What = codeOf(crm.Status), verdict("the CRM", crm.Status, crm.Foreign)
		e.Why, e.Fix = cli.OneLine(crm.Error()), cmp.Or(crm.Fix(), fixOf(crm.Status, crm.Foreign, crmNetworkFix))
	case errors.As(err, &edgeUnreachable):
		e.What, e.Why = "cannot reach the edge platform", cli.OneLine(edgeUnreachable.Why)
		e.Fix = edgeNetworkFix
	case errors.As(err, &crmUnreachable):
		e.What, e.Why = "cannot reach the CRM", cli.OneLine(crmUnreachable.Why)
		e.Fix = crmNetworkFix
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

// verdict says what a response of a platform with this HTTP status means. foreign is that of its error.
func verdict(platform string, status int, foreign bool) string {
	switch {
	case status >= http.StatusInternalServerError:
		return platform + " failed"
	case foreign:
		return "cannot reach " + platform
	case status < http.StatusBadRequest:
		return platform + " gave an unexpected response"
	}
	return platform + " refused the request"
}

// fixOf returns the fix for a response that has none of its own.
func fixOf(status int, foreign bool, network string) string {
	switch {
	case foreign:
		return network
	case status < http.StatusBadRequest:
		return "update svc with 'svc upgrade'"
	}
	return "run 'svc doctor' to check the accounts, the credentials and the project"
}

func codeOf(status int) int {
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		return cli.ExitAuth
	}
	return cli.ExitRemote
}
