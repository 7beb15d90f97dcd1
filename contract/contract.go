// Package contract holds what the Go and the TypeScript side of the project promise each other: test
// vectors, and the list of error codes that a worker answers with.
//
// Most of it is JSON that tests on both sides read. Only the error codes are read by the tool itself,
// for `svc explain`: start at Errors.
package contract

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed errors.json
var errorsJSON []byte

// Error is a code that stands in the "error" member of an error body, or is the code of an error that a
// handler can catch.
type Error struct {
	Code   string `json:"code"`
	Status int    `json:"status"` // HTTP; 0 for what only handlers meet
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
