// This file holds the CRM's error bodies.

package crmsim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// apiError is an answer that is an error. The platform leaves out what does not apply, category included.
type apiError struct {
	status   int
	message  string
	category string
	// subCategory is what the platform knows more exactly: "crm.associations.NO_ASSOCIATIONS_FOUND".
	subCategory string
	errors      []detail
	context     map[string][]string
	// Those of a 429.
	errorType, policyName, groupName string
}

// detail is one entry of an error's list.
type detail struct {
	Message string              `json:"message"`
	Code    string              `json:"code,omitempty"`
	In      string              `json:"in,omitempty"`
	Context map[string][]string `json:"context,omitempty"`
}

func (e *apiError) body(correlationID string) any {
	return struct {
		Status        string              `json:"status"`
		Message       string              `json:"message"`
		CorrelationID string              `json:"correlationId"`
		Errors        []detail            `json:"errors,omitempty"`
		Context       map[string][]string `json:"context,omitempty"`
		Category      string              `json:"category,omitempty"`
		SubCategory   string              `json:"subCategory,omitempty"`
		ErrorType     string              `json:"errorType,omitempty"`
		PolicyName    string              `json:"policyName,omitempty"`
		GroupName     string              `json:"groupName,omitempty"`
	}{
		"error", e.message, correlationID, e.errors, e.context, e.category, e.subCategory,
		e.errorType, e.policyName, e.groupName,
	}
}

// invalid is a request that the platform refuses to understand.
func invalid(format string, args ...any) *apiError {
	return &apiError{status: http.StatusBadRequest, category: "VALIDATION_ERROR", message: fmt.Sprintf(format, args...)}
}

// unset is a body without fields that it must have.
func unset(fields ...string) *apiError {
	return invalid(
		"Invalid input JSON on line 1, column 2. Some required fields were not set: [%s]", strings.Join(fields, ", "),
	)
}

// absent is something that is named and not there.
func absent(format string, args ...any) *apiError {
	return &apiError{status: http.StatusNotFound, category: "OBJECT_NOT_FOUND", message: fmt.Sprintf(format, args...)}
}

// taken is something that is there already.
func taken(format string, args ...any) *apiError {
	return &apiError{status: http.StatusConflict, category: "CONFLICT", message: fmt.Sprintf(format, args...)}
}

// unknownType is an object type that the account does not have.
func unknownType(name string) *apiError {
	return &apiError{status: http.StatusBadRequest, message: "Unable to infer object type from: " + name}
}

// notFound is an id that no record has.
func notFound(id string) *apiError {
	message := "resource not found"
	if !isNumeric(id) {
		message = "Object not found.  objectId are usually numeric."
	}
	return &apiError{
		status: http.StatusNotFound, category: "OBJECT_NOT_FOUND", message: message,
		context: map[string][]string{"id": {id}},
	}
}

// issue is a property value that was not valid.
type issue struct {
	name, value, code, message string
}

// badValues is the platform's error for property values: all of them at once, also as JSON in the message.
func badValues(issues []issue) *apiError {
	type entry struct {
		IsValid       bool   `json:"isValid"`
		Message       string `json:"message"`
		Error         string `json:"error"`
		Name          string `json:"name"`
		PropertyValue string `json:"propertyValue"`
	}
	entries, details := []entry{}, []detail{}
	for _, i := range issues {
		entries = append(entries, entry{Message: i.message, Error: i.code, Name: i.name, PropertyValue: i.value})
		details = append(details, detail{
			Message: i.message, Code: i.code, Context: map[string][]string{"propertyName": {i.name}},
		})
	}
	text, err := json.Marshal(entries)
	if err != nil {
		text = []byte("[]") // cannot be: the entries are strings
	}
	e := invalid("Property values were not valid: %s", text)
	e.errors = details
	return e
}
