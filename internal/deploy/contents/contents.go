// Package contents describes how the things that a deploy changes differ from those of the build: attributes with their
// old and new values, reasons, sizes. It compares what the caller has read.
//
// Start at OfScript and CompareJSON.
package contents

import "encoding/json"

// Contents are the details of a change, for people who review it. Whether a plan holds does not depend on them.
type Contents struct {
	// Why lists the reasons for an upload.
	Why        []string    `json:"why,omitempty"`
	Attributes []Attribute `json:"attributes,omitempty"`
	Size       *SizeChange `json:"size,omitempty"`
}

// Attribute is a changed value. Old is nil for a new one, and New for a removed one. Both are JSON.
type Attribute struct {
	Name string          `json:"name"`
	Old  json.RawMessage `json:"old,omitempty"`
	New  json.RawMessage `json:"new,omitempty"`
}

// SizeChange has the sizes of a script or file. Before is nil for a new one, and for one that cannot be read.
type SizeChange struct {
	Before *Size `json:"before,omitempty"`
	After  *Size `json:"after,omitempty"`
}

// Size is the size of a script without source maps, or of a file, for which GzipBytes is 0.
type Size struct {
	Bytes     int `json:"bytes"`
	GzipBytes int `json:"gzipBytes,omitempty"`
}

// Redact cuts secrets out of the texts.
func (c *Contents) Redact(redact func(string) string) {
	clean := func(value json.RawMessage) json.RawMessage {
		if value == nil {
			return nil
		}
		cleaned := json.RawMessage(redact(string(value)))
		if !json.Valid(cleaned) { // the secret was more than one string
			cleaned = json.RawMessage(`"[redacted]"`)
		}
		return cleaned
	}
	for i := range c.Attributes {
		a := &c.Attributes[i]
		a.Old, a.New = clean(a.Old), clean(a.New)
	}
	for i := range c.Why {
		c.Why[i] = redact(c.Why[i])
	}
}
