package portal

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/reason"
)

// Limits of a snapshot. A portal has at most a tenth of each.
const (
	MaxObjects    = 500
	MaxProperties = 10_000 // of one object type
	MaxOptions    = 10_000 // of one property
	maxName       = 300    // in bytes
)

// Error says why a file is not a snapshot.
type Error struct {
	Reason string
	// Offset is the place in the text, in bytes from 0; 0 if it is unknown.
	Offset int
}

func (e *Error) Error() string { return e.Reason }

// file is the form of the file.
type file struct {
	SchemaVersion int                `json:"schemaVersion"`
	Portal        string             `json:"portal"`
	Scopes        []string           `json:"scopes"`
	Unread        []string           `json:"unread"`
	Objects       map[string]*Object `json:"objects"`
	Associations  []Association      `json:"associations"`
}

// Decode reads the text of a snapshot's file. An error is an *Error.
func Decode(text string) (*Snapshot, error) {
	var f file
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return nil, decodeError(err, int(decoder.InputOffset()))
	}
	if rest := text[decoder.InputOffset():]; strings.TrimSpace(rest) != "" {
		return nil, &Error{Reason: "there is text after the JSON object", Offset: int(decoder.InputOffset())}
	}
	if f.SchemaVersion != schemaVersion {
		return nil, &Error{Reason: fmt.Sprintf("schemaVersion is %d, but this svc reads %d", f.SchemaVersion, schemaVersion)}
	}
	s := &Snapshot{
		Portal: f.Portal, Scopes: f.Scopes, Unread: f.Unread, Objects: f.Objects, Associations: f.Associations,
	}
	if err := s.validate(); err != nil {
		return nil, &Error{Reason: err.Error()}
	}
	return s, nil
}

func decodeError(err error, offset int) *Error {
	var syntax *json.SyntaxError
	var mistyped *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &Error{Reason: "it is not valid JSON: " + reason.Of(syntax), Offset: int(syntax.Offset)}
	case errors.As(err, &mistyped):
		return &Error{Reason: fmt.Sprintf("%s must not be a JSON %s", mistyped.Field, mistyped.Value), Offset: offset}
	}
	return &Error{Reason: strings.TrimPrefix(err.Error(), "json: "), Offset: offset}
}

func (s *Snapshot) validate() error {
	if s.Portal == "" || !IsName(s.Portal) {
		return errors.New("portal is missing or is not an id")
	}
	if s.Objects == nil {
		return errors.New("objects is missing")
	}
	if len(s.Objects) > MaxObjects {
		return fmt.Errorf("objects has %d object types: expected at most %d", len(s.Objects), MaxObjects)
	}
	for _, text := range slices.Concat(s.Scopes, s.Unread) {
		if !IsName(text) {
			return fmt.Errorf("%.60q is not a name", text)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Objects)) {
		if err := s.Objects[name].validate(name); err != nil {
			return err
		}
	}
	for _, a := range s.Associations {
		if s.Objects[a.From] == nil || s.Objects[a.To] == nil || !IsName(a.Category) || a.ID <= 0 || !IsText(a.Label) {
			return fmt.Errorf("the association type %d from %.60q to %.60q is not valid", a.ID, a.From, a.To)
		}
	}
	return nil
}

func (o *Object) validate(name string) error {
	switch {
	case !IsName(name):
		return fmt.Errorf("%.60q is not the name of an object type", name)
	case o == nil || o.Properties == nil:
		return fmt.Errorf("objects.%s has no properties", name)
	case len(o.Properties) > MaxProperties:
		return fmt.Errorf("objects.%s has %d properties: expected at most %d", name, len(o.Properties), MaxProperties)
	case (o.ID != "" || o.FullName != "") && (!platform.IsCustomObjectType(o.ID) || !IsName(o.FullName)):
		return fmt.Errorf("objects.%s has an invalid id or fullName", name)
	}
	for property, p := range o.Properties {
		if err := p.validate(); err != nil || !IsName(property) {
			return fmt.Errorf("objects.%s has the invalid property %.60q", name, property)
		}
	}
	for _, property := range slices.Concat(o.Required, o.Searchable) {
		if _, known := o.Properties[property]; !known {
			return fmt.Errorf("objects.%s has no property %.60q", name, property)
		}
	}
	return nil
}

var errProperty = errors.New("invalid property")

func (p Property) validate() error {
	if !IsName(p.Type) || len(p.Options) > MaxOptions || p.Type != "enumeration" && p.Options != nil {
		return errProperty
	}
	for _, option := range p.Options {
		if option == "" || !IsText(option) {
			return errProperty
		}
	}
	return nil
}

// IsName reports whether a text can be a name: short, printable and without spaces at its ends.
func IsName(text string) bool {
	return text != "" && len(text) <= maxName && strings.TrimSpace(text) == text && IsText(text)
}

// IsText reports whether a text is valid UTF-8 without control characters, which a terminal would obey.
func IsText(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}
