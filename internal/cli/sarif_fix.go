package cli

import (
	"net/url"

	"github.com/appsvc/svc/internal/diag"
)

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
	Properties  sarifSureness `json:"properties"`
}

type sarifSureness struct {
	Applicability diag.Applicability `json:"applicability"`
}

type sarifChange struct {
	ArtifactLocation sarifArtifact      `json:"artifactLocation"`
	Replacements     []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   sarifDeleted `json:"deletedRegion"`
	InsertedContent sarifText    `json:"insertedContent"`
}

// sarifDeleted is a region whose end is never left out: an empty one inserts.
type sarifDeleted struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

// sarifFix returns a fix with one change for each file.
func (r *Report) sarifFix(fix diag.Fix) sarifFix {
	out := sarifFix{
		Description: sarifText{Text: escapeSARIF(fix.Title)}, Properties: sarifSureness{fix.Applicability},
	}
	index := map[string]int{}
	for _, edit := range fix.Edits {
		at, known := index[edit.File]
		if !known {
			at = len(out.Changes)
			index[edit.File] = at
			address := (&url.URL{Path: r.repositoryPath(edit.File)}).String()
			out.Changes = append(out.Changes, sarifChange{ArtifactLocation: sarifArtifact{URI: address, URIBaseID: "%SRCROOT%"}})
		}
		out.Changes[at].Replacements = append(out.Changes[at].Replacements, sarifReplacement{
			DeletedRegion:   sarifDeleted{edit.Line, edit.Column, edit.EndLine, edit.EndColumn},
			InsertedContent: sarifText{Text: edit.NewText},
		})
	}
	return out
}
