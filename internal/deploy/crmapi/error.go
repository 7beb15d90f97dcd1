package crmapi

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// Error is an error response of the API.
type Error struct {
	// Status is the HTTP status.
	Status  int
	Message string
	// Category and SubCategory are the vendor's, such as BuildPipelineErrorType.PROJECT_LOCKED; "" for none.
	Category, SubCategory string
	// Details are the single errors, one sentence each.
	Details []string
	// CorrelationID identifies the request for the vendor's support.
	CorrelationID string
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

// unexpected returns the error for a response of success without what every such response has.
func unexpected(method, path, message string) *Error {
	return &Error{Status: http.StatusOK, Call: method + " " + path, Message: message}
}

// Fix returns what the user can do; "" for unknown.
func (e *Error) Fix() string {
	_, kind, _ := strings.Cut(e.SubCategory, ".")
	switch {
	case fixes[kind] != "":
		return fixes[kind]
	case e.Status == http.StatusUnauthorized || e.isRejectedKey():
		return "run 'svc login crm' with a personal access key of the developer account"
	case e.Status == http.StatusForbidden:
		return "create a personal access key with the permission for developer projects, and run 'svc login crm'"
	case e.Status == http.StatusTooManyRequests:
		return "wait a minute and retry"
	case e.Status >= http.StatusInternalServerError:
		return "retry in a few minutes; the platform's status page lists outages"
	}
	return ""
}

// isRejectedKey reports that the API has rejected the request for a token: the key is the only thing that it sends.
func (e *Error) isRejectedKey() bool {
	return e.Status >= http.StatusBadRequest && e.Status < http.StatusInternalServerError &&
		e.Status != http.StatusTooManyRequests && !e.Foreign && strings.HasPrefix(e.Call, http.MethodPost+" "+refreshPath)
}

// fixes has the fix by the second half of the sub-category.
var fixes = map[string]string{
	"PROJECT_LOCKED":                            "wait until the build or deploy in progress has ended, and retry",
	"MISSING_PROJECT_PROVISION":                 "run 'svc deploy' again: the project must be created first",
	"PORTAL_GATED":                              "ask the vendor to enable developer projects for the account",
	"PLATFORM_VERSION_NOT_SPECIFIED":            "set platformVersion in svc.config.ts",
	"PLATFORM_VERSION_RETIRED":                  "set a newer platformVersion in svc.config.ts",
	"PLATFORM_VERSION_SPECIFIED_DOES_NOT_EXIST": "set a platformVersion in svc.config.ts that the account has",
	"WARNING_DEPLOY_CONTAINS_REMOVALS":          "allow it with 'svc deploy --allow delete', or keep the component",
}

// UnreachableError reports that the API gave no response. The request may have taken effect.
type UnreachableError apiclient.Failure

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no response from the CRM to %s: %s", e.Call, e.Why)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// TimeoutError reports that a build or deploy has exceeded its limit. It continues on the platform.
type TimeoutError struct {
	What  string
	After time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s has not ended after %s", e.What, e.After)
}

// isMissing reports that the API, and not a proxy, has answered that what was asked for does not exist.
func isMissing(err error) bool {
	var apiError *Error
	return errors.As(err, &apiError) && apiError.Status == http.StatusNotFound && !apiError.Foreign
}

// IsStatus reports whether the error is a response with this HTTP status.
func IsStatus(err error, status int) bool {
	var apiError *Error
	return errors.As(err, &apiError) && apiError.Status == status
}
