package checkpoint

import (
	"encoding/json"
	"io"

	"github.com/appsvc/svc/internal/control"
)

// schemaVersion is the version of Document.
const schemaVersion = 1

// Document is the JSON format. Times are Unix milliseconds.
type Document struct {
	SchemaVersion int                 `json:"schemaVersion"`
	Project       string              `json:"project"`
	Environment   string              `json:"environment"`
	Source        string              `json:"source"`
	Method        method              `json:"method"`
	By            string              `json:"by,omitempty"`
	Current       part                `json:"current"`
	Previous      *part               `json:"previous,omitempty"`
	Series        *series             `json:"series,omitempty"`
	Syncs         control.SyncFigures `json:"syncs"`
	Assertion     *Verdict            `json:"assertion,omitempty"`
	Note          string              `json:"note"`
}

// method describes the accuracy of the percentiles.
type method struct {
	Percentiles   string  `json:"percentiles"`
	RelativeError float64 `json:"relativeError"`
}

// part is one window.
type part struct {
	Since         int64   `json:"since"`
	From          int64   `json:"from"`
	Until         int64   `json:"until"`
	CompleteUntil int64   `json:"completeUntil"`
	Totals        figures `json:"totals"`
	Groups        []group `json:"groups,omitempty"`
}

type series struct {
	StepMs int64           `json:"stepMs"`
	Points []control.Point `json:"points"`
}

type figures struct {
	control.Figures
	ErrorRate *float64 `json:"errorRate"`
}

type group struct {
	Key map[string]string `json:"key"`
	figures
}

// Document returns the report in the JSON format.
func (r *Report) Document() Document {
	d := Document{
		SchemaVersion: schemaVersion, Project: r.Project, Environment: r.Current.Environment, Source: r.Where,
		Method: method{"mergeable sketch", accuracy}, By: r.Query.By,
		Current: partOf(r.Current), Syncs: r.Current.Syncs, Assertion: r.Verdict, Note: r.Current.Note,
	}
	if r.Current.Series != nil {
		d.Series = &series{r.Current.Step, r.Current.Series}
	}
	if r.Previous != nil {
		p := partOf(r.Previous)
		d.Previous = &p
	}
	return d
}

func partOf(s *control.Summary) part {
	p := part{Since: s.Since, From: s.From, Until: s.Until, CompleteUntil: s.CompleteUntil, Totals: figuresOf(s.Totals)}
	for _, g := range s.Groups {
		p.Groups = append(p.Groups, group{g.Key, figuresOf(g.Figures)})
	}
	return p
}

func figuresOf(f control.Figures) figures {
	if f.ErrorFingerprints == nil {
		f.ErrorFingerprints = []control.ErrorFingerprint{}
	}
	if f.Outcomes == nil {
		f.Outcomes = map[string]int64{}
	}
	return figures{f, errorRate(f)}
}

func writeJSON(w io.Writer, r *Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r.Document())
}
