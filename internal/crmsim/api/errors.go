package api

import (
	"fmt"
	"net/http"
	"strings"
)

// Error is an error response of the CRM. The platform omits members that do not apply, category included.
type Error struct {
	Status   int
	Message  string
	Category string
	// SubCategory narrows the category: "crm.associations.NO_ASSOCIATIONS_FOUND".
	SubCategory string
	Details     []Detail
	Context     map[string][]string
	// Members of a 429.
	ErrorType, PolicyName, GroupName string
}

// Detail is one entry of an error's list.
type Detail struct {
	Message string              `json:"message"`
	Code    string              `json:"code,omitempty"`
	In      string              `json:"in,omitempty"`
	Context map[string][]string `json:"context,omitempty"`
}

// Body returns the error envelope.
func (e *Error) Body(correlationID string) any {
	return struct {
		Status        string              `json:"status"`
		Message       string              `json:"message"`
		CorrelationID string              `json:"correlationId"`
		Errors        []Detail            `json:"errors,omitempty"`
		Context       map[string][]string `json:"context,omitempty"`
		Category      string              `json:"category,omitempty"`
		SubCategory   string              `json:"subCategory,omitempty"`
		ErrorType     string              `json:"errorType,omitempty"`
		PolicyName    string              `json:"policyName,omitempty"`
		GroupName     string              `json:"groupName,omitempty"`
	}{
		"error", e.Message, correlationID, e.Details, e.Context, e.Category, e.SubCategory,
		e.ErrorType, e.PolicyName, e.GroupName,
	}
}

// Invalid returns a 400 for a request that the platform rejects.
func Invalid(format string, args ...any) *Error {
	return &Error{Status: http.StatusBadRequest, Category: "VALIDATION_ERROR", Message: fmt.Sprintf(format, args...)}
}

// MissingFields returns a 400 for a body without required fields.
func MissingFields(fields ...string) *Error {
	return Invalid(
		"Invalid input JSON on line 1, column 2. Some required fields were not set: [%s]", strings.Join(fields, ", "),
	)
}

// NotFound returns a 404 for a named thing that does not exist.
func NotFound(format string, args ...any) *Error {
	return &Error{Status: http.StatusNotFound, Category: "OBJECT_NOT_FOUND", Message: fmt.Sprintf(format, args...)}
}

// Conflict returns a 409 for a thing that exists already.
func Conflict(format string, args ...any) *Error {
	return &Error{Status: http.StatusConflict, Category: "CONFLICT", Message: fmt.Sprintf(format, args...)}
}

// NotEmulated returns a 501 for a part of the platform that the emulated account lacks, named in the plural.
func NotEmulated(what string) *Error {
	return &Error{
		Status: http.StatusNotImplemented, Category: "NOT_EMULATED",
		Message: what + " are not emulated: test this call with an account of the CRM",
	}
}
