// This file holds the errors: what the API refused, and what kept it from answering.

package crmapi

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// Error is an answer of the API that refuses.
type Error struct {
	// Status is the HTTP status.
	Status  int
	Message string
	// Category and SubCategory are the vendor's own words, such as
	// BuildPipelineErrorType.PROJECT_LOCKED; "" when it gives none.
	Category, SubCategory string
	// Details are the single errors behind it, one sentence each.
	Details []string
	// CorrelationID is what the vendor's support asks for.
	CorrelationID string
	// Call is the method and path, without the query.
	Call string
	// RetryAfter is how long the API asks to wait; 0 when it does not.
	RetryAfter time.Duration
}

func (e *Error) Error() string {
	text := fmt.Sprintf("the CRM answered %d", e.Status)
	if e.SubCategory != "" {
		text += " (" + e.SubCategory + ")"
	}
	text += " to " + e.Call + ": " + e.Message
	if len(e.Details) > 0 {
		text += " (" + strings.Join(e.Details, "; ") + ")"
	}
	return text
}

// Fix is what to do about it; "" when only the message can tell.
func (e *Error) Fix() string {
	_, kind, _ := strings.Cut(e.SubCategory, ".")
	switch {
	case fixes[kind] != "":
		return fixes[kind]
	case strings.HasPrefix(e.Call, http.MethodPost+" "+refreshPath), e.Status == http.StatusUnauthorized:
		return "run 'svc login crm' with a personal access key of the developer account"
	case e.Status == http.StatusForbidden:
		return "make a personal access key with the permission for developer projects, and run 'svc login crm'"
	case e.Status == http.StatusTooManyRequests:
		return "wait a minute and try again"
	case e.Status >= http.StatusInternalServerError:
		return "try again in some minutes; the platform's status page tells of outages"
	}
	return ""
}

// fixes are by the second half of the sub-category.
var fixes = map[string]string{
	"PROJECT_LOCKED":                            "wait until the build or deploy that runs is over, and try again",
	"MISSING_PROJECT_PROVISION":                 "run 'svc deploy' again: the project has to be created first",
	"PORTAL_GATED":                              "ask the vendor to open developer projects for the account",
	"PLATFORM_VERSION_NOT_SPECIFIED":            "set platformVersion in svc.config.ts",
	"PLATFORM_VERSION_RETIRED":                  "set a newer platformVersion in svc.config.ts",
	"PLATFORM_VERSION_SPECIFIED_DOES_NOT_EXIST": "set a platformVersion in svc.config.ts that the account has",
	"WARNING_DEPLOY_CONTAINS_REMOVALS":          "allow it with 'svc deploy --allow delete', or keep the component",
}

// UnreachableError reports that the API gave no response. The request may have taken effect.
type UnreachableError apiclient.Failure

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no answer of the CRM to %s: %s", e.Call, e.Why)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// TimeoutError says that a build or deploy was not over in its time. It goes on without us.
type TimeoutError struct {
	What  string
	After time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s was not over after %s", e.What, e.After)
}

// IsStatus reports whether the API answered with this HTTP status.
func IsStatus(err error, status int) bool {
	var told *Error
	return errors.As(err, &told) && told.Status == status
}
