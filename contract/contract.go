// Package contract holds the JSON that the Go and TypeScript code share: test vectors, which tests of
// both read, and the error codes of workers, which `svc explain` reads. Start at Errors.
package contract

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed errors.json
var errorsJSON []byte

// Error is an error code: the "error" member of an error body, or the code of an error that a handler
// can catch.
type Error struct {
	Code   string `json:"code"`
	Status int    `json:"status"` // HTTP; 0 when only handlers see the error
	Title  string `json:"title"`
	Why    string `json:"why"`
	Fix    string `json:"fix"`
	// Fields are the members of the body besides ok, error and message.
	Fields []ErrorField `json:"fields"`
}

// ErrorField is one member of an error body.
type ErrorField struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// Errors lists every code.
func Errors() ([]Error, error) {
	decoder := json.NewDecoder(bytes.NewReader(errorsJSON))
	decoder.DisallowUnknownFields()
	var list []Error
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("contract/errors.json: %w", err)
	}
	return list, nil
}
