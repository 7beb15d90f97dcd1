package edgeapi

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// Codes of the API that callers branch on or that have a fix (edge docs, API; the platform's own tool).
const (
	CodeNotFound            = 10007 // script, or the account's subdomain
	CodeInvalid             = 10021
	CodeTooLarge            = 10027
	CodeSubdomainTaken      = 10031
	CodeSubdomainInvalid    = 10032
	CodeInherit             = 10057
	CodeActorScriptMissing  = 10061
	CodeClassMissing        = 10064 // also for deleting a script that others refer to
	CodeMigrationTag        = 10079
	CodeEnvironmentNotFound = 10090
	CodeMigrationNeeded     = 10123
	CodeServiceMissing      = 10143
	CodeVersionNotDeployed  = 10215
	CodeBadToken            = 9109
	CodeAuthentication      = 10000
)

// Error is an error response of the API.
type Error struct {
	// Status is the HTTP status.
	Status int
	// Code and Message are those of the first error in the response; 0 and a sentence without one.
	Code    int
	Message string
	// Details are the other errors and their causes, one sentence each.
	Details []string
	// Call is the method and path, without the query.
	Call string
	// RetryAfter is how long the API asks to wait; 0 for none.
	RetryAfter time.Duration
	// Foreign is apiclient.Response.IsForeign of a response without the API's form.
	Foreign bool
}

func (e *Error) Error() string {
	if e.Foreign {
		return fmt.Sprintf("the response to %s is not from the API: a proxy has answered %d", e.Call, e.Status)
	}
	text := fmt.Sprintf("the edge API answered %d", e.Status)
	if e.Code != 0 {
		text += fmt.Sprintf(" (code %d)", e.Code)
	}
	text += " to " + e.Call + ": " + e.Message
	if len(e.Details) > 0 {
		text += " (" + strings.Join(e.Details, "; ") + ")"
	}
	return text
}

// Fix returns what the user can do; "" for unknown.
func (e *Error) Fix() string {
	if fix := fixes[e.Code]; fix != "" {
		return fix
	}
	switch {
	case e.Status == 401 || e.Status == 403:
		return fixes[CodeAuthentication]
	case e.Status == 429:
		return "wait five minutes: the API allows 1200 requests per token in that time"
	case e.Status >= 500:
		return "retry in a few minutes; the platform's status page lists outages"
	}
	return ""
}

var fixes = map[int]string{
	CodeBadToken:           "run 'svc login edge' with a token that is active",
	CodeAuthentication:     "run 'svc login edge' with a token with the permission Workers Scripts: Edit for this account",
	CodeNotFound:           "deploy the app first: the script does not exist",
	CodeInvalid:            "run 'svc check' and 'svc build': the platform rejects code, start-up time or a binding",
	CodeTooLarge:           "make the worker smaller: 'svc build' shows its size",
	CodeSubdomainTaken:     "choose another subdomain for the account: this one is in use",
	CodeSubdomainInvalid:   "choose another subdomain for the account: letters, digits and hyphens",
	CodeInherit:            "set the secret with 'svc secrets set': the last version does not have it",
	CodeActorScriptMissing: "run 'svc deploy' again: the app worker must exist before the workers that use its objects",
	CodeMigrationTag:       "run 'svc deploy' again: another deploy has changed the classes meanwhile",
	CodeVersionNotDeployed: "run 'svc deploy', or move the traffic to the newest version: it has none",
	CodeMigrationNeeded:    "run 'svc deploy' for the whole app: the app worker's classes do not exist yet",
	CodeServiceMissing:     "run 'svc deploy' again: a worker must exist before the app worker binds it",
}

// UnreachableError reports that the API gave no response. The request may have taken effect.
type UnreachableError apiclient.Failure

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no response from the edge API to %s: %s", e.Call, e.Why)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// IsInDoubt reports whether a call that failed may have taken effect.
func IsInDoubt(err error) bool {
	var unreachable *UnreachableError
	var apiError *Error
	return errors.As(err, &unreachable) || errors.As(err, &apiError) && apiError.Status >= 500
}

// IsCode reports whether the error is a response with this code.
func IsCode(err error, code int) bool {
	var apiError *Error
	return errors.As(err, &apiError) && apiError.Code == code
}

// IsStatus reports whether the error is a response with this HTTP status.
func IsStatus(err error, status int) bool {
	var apiError *Error
	return errors.As(err, &apiError) && apiError.Status == status
}
