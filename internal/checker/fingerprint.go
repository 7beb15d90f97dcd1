package checker

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// fingerprinted sets the fingerprints of findings. A fingerprint survives edits elsewhere in the file: it is a hash of
// the rule, the file, the declaration and member (or the source line if there is none), and the quoted words of the
// message. Line numbers and the wording of messages do not change it.
func fingerprinted(project *declared.Project, all []found) []diag.Finding {
	places := placesOf(project, all)
	sources := &sourceLines{project: project}
	findings := make([]diag.Finding, len(all))
	for i, f := range all {
		place, known := places[keyOf(f.at)]
		if !known {
			place = sources.at(f.Span)
		}
		f.Fingerprint = hash(f.Rule, f.File, place, quotedWords(f.Message))
		findings[i] = f.Finding
	}
	return findings
}

// Length of a fingerprint in bytes, before encoding in hexadecimal. 64 bits are unique in any project.
const fingerprintBytes = 8

func hash(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:fingerprintBytes])
}

// markKey is a mark as a map key.
type markKey struct {
	shard, offset int32
	span          diag.Span
}

func keyOf(m declared.Mark) markKey {
	key := markKey{shard: m.Shard, offset: m.Offset}
	if m.Span != nil {
		key = markKey{span: *m.Span}
	}
	return key
}

// placesOf returns the declaration and member of each finding, by its mark. It walks all values once if there are
// findings.
func placesOf(project *declared.Project, all []found) map[markKey]string {
	if len(all) == 0 {
		return nil
	}
	w := &placeWalk{wanted: map[markKey]bool{}, places: map[markKey]string{}}
	for _, f := range all {
		if !f.at.IsZero() {
			w.wanted[keyOf(f.at)] = true
		}
	}
	for _, d := range project.Declarations {
		w.declaration = d
		w.visit(d.At, nil)
		for i, arg := range d.Args {
			w.value(arg, []string{strconv.Itoa(i)})
		}
	}
	return w.places
}

type placeWalk struct {
	wanted      map[markKey]bool
	places      map[markKey]string
	declaration *declared.Declaration
}

// Deepest level of the walk into a declaration. Fingerprints of deeper values use the source line.
const maxPlaceDepth = 32

func (w *placeWalk) value(v *declared.Value, path []string) {
	if v == nil || len(path) > maxPlaceDepth {
		return
	}
	w.visit(v.At, path)
	for _, item := range v.Items {
		w.value(item, append(path, "[]")) // not the index, which changes when elements are inserted
	}
	for _, member := range v.Members {
		w.value(member.Value, append(path, member.Name))
	}
}

func (w *placeWalk) visit(at declared.Mark, path []string) {
	if at.IsZero() {
		return
	}
	key := keyOf(at)
	if !w.wanted[key] || w.places[key] != "" {
		return
	}
	d := w.declaration
	worker := ""
	if d.Worker != nil {
		worker = d.Worker.ID
	}
	w.places[key] = strings.Join(append([]string{string(d.Kind), worker, d.ID}, path...), "\x00")
}

// sourceLines finds lines of sources. It keeps those of one file, because findings are sorted by file.
type sourceLines struct {
	project *declared.Project
	file    string
	lines   []string
}

// at returns a line with normalized spacing.
func (s *sourceLines) at(span diag.Span) string {
	if s.project.Source == nil {
		return ""
	}
	if s.lines == nil || s.file != span.File {
		s.file, s.lines = span.File, strings.Split(string(s.project.Source(span.File)), "\n")
	}
	if span.Line > len(s.lines) {
		return ""
	}
	return strings.Join(strings.Fields(s.lines[span.Line-1]), " ")
}

// quotedWords returns the parts of a message in double quotes, which are names and values.
func quotedWords(message string) string {
	parts := strings.Split(message, `"`)
	var words []string
	for i := 1; i < len(parts); i += 2 {
		words = append(words, parts[i])
	}
	return strings.Join(words, "\x00")
}
