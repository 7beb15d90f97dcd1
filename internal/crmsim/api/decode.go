package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
)

// Decode reads the JSON body of the call into a value. Numbers keep their spelling. A body that has another type is
// refused: fetch sends text with one if the caller sets none.
func (c *Call) Decode(into any) *Error {
	if named := c.Request.Header.Get("Content-Type"); named != "" {
		if kind, _, err := mime.ParseMediaType(named); err != nil || kind != "application/json" {
			return errMediaType
		}
	}
	dec := json.NewDecoder(bytes.NewReader(c.Body))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return c.invalidJSON(errorOffset(err, dec.InputOffset()), decodeReason(err))
	}
	if dec.More() {
		return c.invalidJSON(dec.InputOffset(), "text after the value")
	}
	return nil
}

func (c *Call) invalidJSON(offset int64, reason string) *Error {
	before := c.Body[:min(int(offset), len(c.Body))]
	line, column := bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n')
	message := fmt.Sprintf("Invalid input JSON on line %d, column %d: %s", line, column, reason)
	return &Error{Status: http.StatusBadRequest, Message: message}
}

// decodeReason describes a decoding error without the names of Go types.
func decodeReason(err error) string {
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) {
		return err.Error()
	}
	if mismatch.Field == "" {
		return "an object is expected, not: " + mismatch.Value
	}
	return fmt.Sprintf("the field %q has the wrong type: %s", mismatch.Field, mismatch.Value)
}

// errorOffset returns the offset of the byte before which the decoder stopped.
func errorOffset(err error, otherwise int64) int64 {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return max(syntax.Offset-1, 0)
	case errors.As(err, &mismatch):
		return max(mismatch.Offset-1, 0)
	}
	return otherwise
}

// LooseNumber is a number that JSON may give in quotes. A missing number and null are "".
type LooseNumber string

// UnmarshalJSON reads a number, a string or null.
func (n *LooseNumber) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	if text == "null" {
		text = ""
	}
	*n = LooseNumber(text)
	return nil
}
