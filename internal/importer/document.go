package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/reason"
)

const (
	// maxDepth limits the levels of a metadata file. Those of the vendor have fewer than 10.
	maxDepth = 40
	// maxValues limits the values in a metadata file.
	maxValues = 200_000
)

// Error is a mistake in the vendor's project.
type Error struct {
	File string
	Line int // 0 for the whole file
	// Column is in characters, from 1; 0 for the whole line.
	Column int
	What   string
	Fix    string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.What
	}
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.What)
}

// document is a JSON file with the lines of its values.
type document struct {
	file string
	text []byte
	root *node
	// translated is set for a component that the file has in an earlier form: keys and lines are not those of the file.
	translated bool
	// values counts those that are read. counted are the line breaks before the offset at.
	values, at, counted int
}

// node is a value of a document.
type node struct {
	line    int
	members map[string]*node // of an object
	order   []string         // the keys of members
	items   []*node          // of an array
	value   any              // of other values
}

// parse reads a JSON file. Repeated keys and deep nesting are errors.
func parse(file string, text []byte) (*document, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	d := &document{file: file, text: text}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var err error
	if d.root, err = d.read(decoder, 0); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, d.errorAt(decoder.InputOffset(), "unexpected text after the value", "remove it")
	}
	if d.root.members == nil {
		return nil, d.errorAt(0, "expected a JSON object", "write { ... }")
	}
	return d, nil
}

func (d *document) read(decoder *json.Decoder, depth int) (*node, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, d.malformed(err)
	}
	n := &node{line: d.nextLine(decoder.InputOffset())}
	if depth > maxDepth {
		return nil, d.errorAt(decoder.InputOffset(), fmt.Sprintf("nested deeper than %d levels", maxDepth), "flatten it")
	}
	if d.values++; d.values > maxValues {
		return nil, d.errorAt(decoder.InputOffset(), fmt.Sprintf("more than %d values", maxValues),
			"remove what is not part of the component")
	}
	switch token {
	case json.Delim('{'):
		n.members = map[string]*node{}
		for decoder.More() {
			key, err := decoder.Token()
			if err != nil {
				return nil, d.malformed(err)
			}
			name, _ := key.(string) // keys are strings
			if n.members[name] != nil {
				return nil, d.errorAt(decoder.InputOffset(), fmt.Sprintf("the key %q occurs twice", name), "remove one of the two")
			}
			if n.members[name], err = d.read(decoder, depth+1); err != nil {
				return nil, err
			}
			n.order = append(n.order, name)
		}
	case json.Delim('['):
		n.items = []*node{}
		for decoder.More() {
			item, err := d.read(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, item)
		}
	default:
		n.value = token
		return n, nil
	}
	if _, err := decoder.Token(); err != nil {
		return nil, d.malformed(err)
	}
	return n, nil
}

// decode decodes the document into a value. A value of another type is an error with its line.
func (d *document) decode(into any) error {
	err := json.Unmarshal(d.text, into)
	var mistyped *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &mistyped):
		return d.errorAt(mistyped.Offset, fmt.Sprintf("invalid %s: expected %s, got %s", mistyped.Field,
			reason.Expected(mistyped), reason.Kind(mistyped)), "correct the type")
	}
	return d.malformed(err)
}

// malformed returns the error of a file that is not JSON, with its line and column. The errors of a decoder count from
// various places, so that those of a scan of the whole text have the position.
func (d *document) malformed(err error) error {
	var syntax *json.SyntaxError
	if !errors.As(json.Unmarshal(d.text, new(json.RawMessage)), &syntax) {
		return d.errorAt(0, "not valid JSON: "+reason.Of(err), "correct the file")
	}
	offset, what := max(syntax.Offset-1, 0), reason.Of(syntax)
	fix := "quote keys and strings, and remove comments and trailing commas"
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		offset, what = int64(len(d.text)), "unexpected end"
		fix = "restore the file, or write what is missing: its end is cut off"
	}
	wrong := d.errorAt(offset, "not valid JSON: "+what, fix)
	wrong.Column = d.column(offset)
	return wrong
}

func (d *document) errorAt(offset int64, what, fix string) *Error {
	return &Error{File: d.file, Line: d.line(offset), What: what, Fix: fix}
}

// errorOf returns an error about a member.
func (d *document) errorOf(member, what, fix string) *Error {
	if d.translated {
		return &Error{File: d.file, What: what, Fix: fix}
	}
	return &Error{File: d.file, Line: d.root.lineOf(member), What: what, Fix: fix}
}

// line returns the line of an offset, from 1.
func (d *document) line(offset int64) int {
	return 1 + bytes.Count(d.text[:min(int(offset), len(d.text))], []byte("\n"))
}

// nextLine is line for offsets that grow. It counts from the offset before.
func (d *document) nextLine(offset int64) int {
	end := min(int(offset), len(d.text))
	d.counted += bytes.Count(d.text[d.at:end], []byte("\n"))
	d.at = end
	return 1 + d.counted
}

// column returns the column of an offset in characters, from 1.
func (d *document) column(offset int64) int {
	before := d.text[:min(int(offset), len(d.text))]
	return 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

// member returns a member of an object; nil if there is none.
func (n *node) member(name string) *node {
	if n == nil {
		return nil
	}
	return n.members[name]
}

// lineOf returns the line of a path such as config.labels.de or config.inputFields[2], or of what contains it.
func (n *node) lineOf(path string) int {
	line := n.line
	for part := range strings.SplitSeq(path, ".") {
		name, index, _ := strings.Cut(part, "[")
		if n = n.member(name); n == nil {
			return line
		}
		line = n.line
		if i, err := strconv.Atoi(strings.TrimSuffix(index, "]")); err == nil && i < len(n.items) {
			n = n.items[i]
			line = n.line
		}
	}
	return line
}

// missing reports the paths of members that the taken value does not have. Empty members have no meaning.
func (n *node) missing(path string, taken any, report func(path string)) {
	switch taken := taken.(type) {
	case map[string]any:
		if n == nil {
			return
		}
		for _, name := range n.order {
			inner := n.members[name]
			if value, has := taken[name]; has {
				inner.missing(path+"."+name, value, report)
			} else if !inner.isEmpty() {
				report(path + "." + name)
			}
		}
	case []any:
		for i, value := range taken {
			if n != nil && i < len(n.items) {
				n.items[i].missing(fmt.Sprintf("%s[%d]", path, i), value, report)
			}
		}
	}
}

// isEmpty reports whether a value is null, false, 0, or without contents.
func (n *node) isEmpty() bool {
	return len(n.members) == 0 && len(n.items) == 0 &&
		(n.value == nil || n.value == false || n.value == "" || n.value == json.Number("0"))
}

// plain returns a value as JSON has it.
func plain(value any) any {
	var tree any
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &tree)
	}
	if err != nil {
		panic("importer: " + reason.Of(err)) // only plain data is passed
	}
	return tree
}
