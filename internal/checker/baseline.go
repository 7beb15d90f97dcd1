package checker

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/diag"
)

// baselineVersion is the schemaVersion of a baseline file.
const baselineVersion = 1

// Baseline is a set of accepted findings. It counts them per file, rule and fingerprint, not per line, so that edits
// elsewhere do not change it.
type Baseline struct {
	SchemaVersion int             `json:"schemaVersion"`
	Findings      []BaselineEntry `json:"findings"`
}

// BaselineEntry accepts Count findings of one rule and fingerprint in one file.
type BaselineEntry struct {
	File        string `json:"file"`
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
	Count       int    `json:"count"`
	Message     string `json:"message"` // for readers of the file; not compared
}

type baselineKey struct{ file, rule, fingerprint string }

func (e *BaselineEntry) key() baselineKey { return baselineKey{e.File, e.Rule, e.Fingerprint} }

// NewBaseline returns a baseline of the findings that do not block.
func NewBaseline(findings []diag.Finding) *Baseline {
	b := &Baseline{SchemaVersion: baselineVersion, Findings: []BaselineEntry{}}
	at := map[baselineKey]int{}
	for _, f := range findings {
		if f.Blocking {
			continue
		}
		entry := BaselineEntry{File: f.File, Rule: f.Rule, Fingerprint: f.Fingerprint, Count: 1, Message: f.Message}
		if i, known := at[entry.key()]; known {
			b.Findings[i].Count++
			continue
		}
		at[entry.key()] = len(b.Findings)
		b.Findings = append(b.Findings, entry)
	}
	slices.SortStableFunc(b.Findings, func(a, c BaselineEntry) int {
		return cmp.Or(cmp.Compare(a.File, c.File), cmp.Compare(a.Rule, c.Rule), cmp.Compare(a.Fingerprint, c.Fingerprint))
	})
	return b
}

// ParseBaseline reads a baseline file.
func ParseBaseline(data []byte) (*Baseline, error) {
	b := &Baseline{}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(b); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, errors.New("unexpected data after the JSON document")
	}
	if b.SchemaVersion != baselineVersion {
		return nil, fmt.Errorf("invalid schemaVersion %d: expected %d", b.SchemaVersion, baselineVersion)
	}
	for i, entry := range b.Findings {
		if entry.File == "" || entry.Rule == "" || entry.Fingerprint == "" || entry.Count < 1 {
			return nil, fmt.Errorf("findings[%d] needs a file, a rule, a fingerprint and a count of at least 1", i)
		}
	}
	return b, nil
}

// Bytes returns the baseline as a file, with one entry per line so that it merges well.
func (b *Baseline) Bytes() ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"schemaVersion\": %d,\n  \"findings\": [", b.SchemaVersion)
	for i, entry := range b.Findings {
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(entry); err != nil {
			return nil, err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(bytes.TrimSpace(line.Bytes()))
	}
	if len(b.Findings) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes(), nil
}

// Apply returns the new findings, the number of accepted findings, and the number of baseline findings that no longer
// occur.
func (b *Baseline) Apply(findings []diag.Finding) (fresh []diag.Finding, accepted, gone int) {
	left := map[baselineKey]int{}
	for i := range b.Findings {
		left[b.Findings[i].key()] += b.Findings[i].Count
	}
	for _, f := range findings {
		key := baselineKey{f.File, f.Rule, f.Fingerprint}
		if left[key] > 0 && !f.Blocking {
			left[key]--
			accepted++
			continue
		}
		fresh = append(fresh, f)
	}
	for _, count := range left {
		gone += count
	}
	return fresh, accepted, gone
}

// Size returns the number of accepted findings.
func (b *Baseline) Size() int {
	size := 0
	for _, entry := range b.Findings {
		size += entry.Count
	}
	return size
}
