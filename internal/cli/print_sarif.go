package cli

import (
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// URLs in a SARIF log.
const (
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	toolHome     = "https://github.com/appsvc/svc"
	rulesAddress = toolHome + "/blob/main/docs/rules.md#"
)

// RuleAddress returns the URL of the documentation of a rule.
func RuleAddress(id string) string { return rulesAddress + id }

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string             `json:"id"`
	ShortDescription     sarifText          `json:"shortDescription"`
	FullDescription      *sarifText         `json:"fullDescription,omitempty"`
	Help                 sarifText          `json:"help"`
	HelpURI              string             `json:"helpUri"`
	DefaultConfiguration sarifConfiguration `json:"defaultConfiguration"`
}

type sarifConfiguration struct {
	Level diag.Severity `json:"level"` // SARIF uses the same words
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               diag.Severity     `json:"level"`
	Message             sarifText         `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Fixes               []sarifFix        `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID               int           `json:"id,omitempty"`
	PhysicalLocation sarifPhysical `json:"physicalLocation"`
	Message          *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

// printSARIF prints findings as SARIF 2.1.0, for code scanning.
func printSARIF(r *Report, w io.Writer, _ look) error {
	run := sarifRun{ColumnKind: "utf16CodeUnits", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "svc", Version: r.Version, InformationURI: toolHome, Rules: []sarifRule{}}
	index := map[string]int{} // only rules with findings are listed, which keeps logs small
	seen := map[string]int{}
	for _, f := range r.Findings {
		if _, listed := index[f.Rule]; !listed {
			index[f.Rule] = len(index)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, r.sarifRule(f))
		}
		seen[f.Fingerprint]++
		run.Results = append(run.Results, r.sarifResult(f, index[f.Rule], seen[f.Fingerprint]))
	}
	return writeJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// sarifRule returns the rule of a finding.
func (r *Report) sarifRule(f diag.Finding) sarifRule {
	topic := Topic{ID: f.Rule, Level: f.Severity, Title: f.Rule, Why: f.Why, Hint: f.Hint}
	for _, t := range r.Topics {
		if t.ID == f.Rule {
			topic = t
		}
	}
	rule := sarifRule{
		ID: topic.ID, ShortDescription: sarifText{Text: sentence(topic.Title)}, HelpURI: RuleAddress(topic.ID),
		Help:                 sarifText{Text: topic.plainHelp(), Markdown: topic.Markdown()},
		DefaultConfiguration: sarifConfiguration{topic.Level},
	}
	if topic.Why != "" {
		rule.FullDescription = &sarifText{Text: topic.Why}
	}
	return rule
}

func (r *Report) sarifResult(f diag.Finding, rule, occurrence int) sarifResult {
	message := f.Message
	if f.Hint != "" {
		message += "\n" + f.Hint
	}
	// Equal findings are numbered, because code scanning treats equal fingerprints as one finding.
	fingerprint := fmt.Sprintf("%s:%d", f.Fingerprint, occurrence)
	result := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: f.Severity, Message: sarifText{Text: escapeSARIF(message)},
		Locations:           []sarifLocation{r.sarifLocation(f.Span)},
		PartialFingerprints: map[string]string{"svcFinding/v1": fingerprint, "primaryLocationLineHash": fingerprint},
	}
	for i, related := range f.Related {
		location := r.sarifLocation(related.Span)
		location.ID = i + 1
		location.Message = &sarifText{Text: escapeSARIF(related.Message)}
		result.RelatedLocations = append(result.RelatedLocations, location)
	}
	for _, fix := range f.Fixes {
		result.Fixes = append(result.Fixes, r.sarifFix(fix))
	}
	return result
}

// sarifLocation returns a position relative to the repository's root.
func (r *Report) sarifLocation(span diag.Span) sarifLocation {
	region := sarifRegion{StartLine: max(span.Line, 1), StartColumn: max(span.Column, 1)}
	if span.EndLine > span.Line || span.EndLine == span.Line && span.EndColumn > span.Column {
		region.EndLine, region.EndColumn = span.EndLine, span.EndColumn
	}
	return sarifLocation{PhysicalLocation: sarifPhysical{
		ArtifactLocation: sarifArtifact{URI: (&url.URL{Path: r.repositoryPath(span.File)}).String(), URIBaseID: "%SRCROOT%"},
		Region:           region,
	}}
}

// escapeSARIF escapes placeholders ({0}) and embedded links ([text](target)).
func escapeSARIF(text string) string {
	text = strings.NewReplacer("{", "{{", "}", "}}").Replace(text)
	if strings.Contains(text, "](") {
		text = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)
	}
	return text
}
