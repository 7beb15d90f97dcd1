// This file holds the errors: what the API refused, and what kept it from answering.

package edgeapi

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// Codes of the API that somebody branches on or that have a hint (edge docs, API; the platform's own tool).
const (
	CodeNotFound            = 10007 // script, or the account's subdomain
	CodeInvalid             = 10021
	CodeTooLarge            = 10027
	CodeSubdomainTaken      = 10031
	CodeSubdomainInvalid    = 10032
	CodeInherit             = 10057
	CodeActorScriptMissing  = 10061
	CodeClassMissing        = 10064 // also: a script that others refer to cannot be deleted
	CodeMigrationTag        = 10079
	CodeEnvironmentNotFound = 10090
	CodeMigrationNeeded     = 10123
	CodeServiceMissing      = 10143
	CodeVersionNotDeployed  = 10215
	CodeBadToken            = 9109
	CodeAuthentication      = 10000
)

// Error is an answer of the API that refuses.
type Error struct {
	// Status is the HTTP status.
	Status int
	// Code and Message are of the first error in the answer; 0 and a sentence when it names none.
	Code    int
	Message string
	// Details are the other errors and what they come from, one sentence each.
	Details []string
	// Call is the method and path, without the query.
	Call string
	// RetryAfter is how long the API asks to wait; 0 when it does not.
	RetryAfter time.Duration
}

func (e *Error) Error() string {
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

// Fix is what to do about it; "" when only the message can tell.
func (e *Error) Fix() string {
	if fix := fixes[e.Code]; fix != "" {
		return fix
	}
	switch {
	case e.Status == 401 || e.Status == 403:
		return fixes[CodeAuthentication]
	case e.Status == 429:
		return "wait five minutes: the API takes 1200 requests in that time from one token"
	case e.Status >= 500:
		return "try again in some minutes; the platform's status page tells of outages"
	}
	return ""
}

var fixes = map[int]string{
	CodeBadToken:           "run 'svc login edge' with a token that is active",
	CodeAuthentication:     "run 'svc login edge' with a token that has the permission Workers Scripts: Edit for this account",
	CodeNotFound:           "deploy the app first: the script does not exist",
	CodeInvalid:            "run 'svc check' and 'svc build': the platform refuses the code, its start-up time or a binding",
	CodeTooLarge:           "make the worker smaller: see its size in 'svc build'",
	CodeSubdomainTaken:     "choose another subdomain for the account: this one is taken",
	CodeSubdomainInvalid:   "choose another subdomain for the account: letters, digits and hyphens",
	CodeInherit:            "set the secret with 'svc secrets set': the last version has none to keep",
	CodeActorScriptMissing: "run 'svc deploy' again: the app worker must exist before the workers that use its objects",
	CodeMigrationTag:       "run 'svc deploy' again: another deploy has changed the classes in between",
	CodeVersionNotDeployed: "run 'svc deploy' again: the newest version of the script has no traffic",
	CodeMigrationNeeded:    "run 'svc deploy' for the whole app: the app worker's classes are not there yet",
	CodeServiceMissing:     "run 'svc deploy' again: a worker must exist before the app worker binds it",
}

// UnreachableError reports that the API gave no response. The request may have taken effect.
type UnreachableError apiclient.Failure

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no answer of the edge API to %s: %s", e.Call, e.Why)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// IsCode reports whether the API refused with this code.
func IsCode(err error, code int) bool {
	var told *Error
	return errors.As(err, &told) && told.Code == code
}

// IsStatus reports whether the API answered with this HTTP status.
func IsStatus(err error, status int) bool {
	var told *Error
	return errors.As(err, &told) && told.Status == status
}
