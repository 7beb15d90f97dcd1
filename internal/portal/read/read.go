// Package read fetches the schema of a portal from the CRM's API: object types, properties and association types.
//
// It trusts no response: lists are bounded, names that the snapshot's file cannot have are left out with a note, and a
// list whose pages repeat is an error. It copies definitions only. Labels and options that the CRM makes of records,
// such as the list of users, stay behind. Start at Read.
package read

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/portal"
)

// schemasPath lists the custom object types.
const schemasPath = "/crm/v3/schemas"

// maxPages is how many pages of one list are read. The CRM sends each of these lists on one page today.
const maxPages = 100

// API reads from the CRM.
type API struct {
	// Get reads a path of the API, with its query, and decodes the response into out.
	Get func(ctx context.Context, path string, out any) error
	// Status returns the HTTP status of an error of Get; 0 if there was no response.
	Status func(error) int
	// Paths are the paths of the vendor profile.
	Paths map[string]string
	// Portal is the id of the portal, and Scopes are those of the token; nil if they are unknown.
	Portal string
	Scopes []string
}

// reader reads one snapshot.
type reader struct {
	API
	snapshot *portal.Snapshot
	notes    []string
	// associated are the pairs of object types whose association types are read.
	associated [][2]string
}

// associatedTypes are the object types whose association types are read among each other. The CRM has one request per
// pair, and few apps associate other types.
var associatedTypes = []string{"companies", "contacts", "deals", "tickets"}

// Read returns the schema of a portal, and notes about what it left out.
func Read(ctx context.Context, a API) (*portal.Snapshot, []string, error) {
	r := &reader{API: a, snapshot: &portal.Snapshot{
		Portal: a.Portal, Scopes: a.Scopes, Objects: map[string]*portal.Object{},
	}}
	r.snapshot.Scopes = r.names("the scopes", r.snapshot.Scopes)
	for _, kind := range platform.StandardObjectTypes() {
		if err := r.standard(ctx, platform.Plural(kind)); err != nil {
			return nil, nil, err
		}
	}
	if err := r.custom(ctx); err != nil {
		return nil, nil, err
	}
	if err := r.associations(ctx); err != nil {
		return nil, nil, err
	}
	slices.Sort(r.snapshot.Unread)
	return r.snapshot, r.notes, nil
}

// standard reads an object type of the CRM.
func (r *reader) standard(ctx context.Context, name string) error {
	var found []property
	err := r.pages(ctx, r.Paths["objectProperties"]+"/"+name, func(p page) error { return p.decode(&found) })
	if r.isAbsent(err, name) {
		return nil
	}
	if err != nil {
		return err
	}
	r.snapshot.Objects[name] = &portal.Object{Properties: r.properties(name, found)}
	return nil
}

// isAbsent reports whether an error means that the portal has no such object type, that the emulated CRM lacks it, or
// that the token may not read it, which the snapshot says. Every other error ends the read.
func (r *reader) isAbsent(err error, what string) bool {
	if err == nil {
		return false
	}
	switch r.Status(err) {
	case http.StatusForbidden:
		if what != "" {
			r.snapshot.Unread = append(r.snapshot.Unread, what)
		}
		return true
	case http.StatusBadRequest, http.StatusNotFound, http.StatusNotImplemented:
		return true
	}
	return false
}

// custom reads the custom object types.
func (r *reader) custom(ctx context.Context) error {
	var found []schema
	err := r.pages(ctx, schemasPath, func(p page) error { return p.decode(&found) })
	if r.isAbsent(err, portal.CustomObjects) {
		return nil
	}
	if err != nil {
		return err
	}
	names := map[string]string{} // by id
	for _, s := range found {
		_, taken := r.snapshot.Objects[s.Name]
		switch {
		case !portal.IsName(s.Name) || !portal.IsName(s.FullName) || !platform.IsCustomObjectType(s.ID) || taken:
			r.notef("left out the custom object %.60q: its name or id is not valid or not unique", s.Name)
			continue
		case len(r.snapshot.Objects) >= portal.MaxObjects:
			return fmt.Errorf("the portal has more than %d object types", portal.MaxObjects)
		}
		r.snapshot.Objects[s.Name] = s.object(r.properties(s.Name, s.Properties))
		names[s.ID] = s.Name
	}
	for _, s := range found {
		for _, a := range s.Associations {
			r.associate(names, a.From, a.To)
		}
	}
	return nil
}

// associate remembers a pair of object types, in both directions, unless one of them is not in the snapshot.
func (r *reader) associate(names map[string]string, from, to string) {
	for _, id := range []*string{&from, &to} {
		if name := names[*id]; name != "" {
			*id = name
		} else {
			*id = platform.Plural(platform.ObjectTypeOfID(*id))
		}
		if r.snapshot.Objects[*id] == nil {
			return
		}
	}
	for _, pair := range [][2]string{{from, to}, {to, from}} {
		if !slices.Contains(r.associated, pair) {
			r.associated = append(r.associated, pair)
		}
	}
}

// maxPairs is how many pairs of object types are asked for their association types, one request each.
const maxPairs = 400

// associations reads the association types.
func (r *reader) associations(ctx context.Context) error {
	for _, from := range associatedTypes {
		for _, to := range associatedTypes {
			r.associate(nil, platform.Singular(from), platform.Singular(to))
		}
	}
	if len(r.associated) > maxPairs {
		r.notef("read the association types of %d of %d pairs of object types", maxPairs, len(r.associated))
		r.associated = r.associated[:maxPairs]
	}
	for _, pair := range r.associated {
		var found []associationType
		between := url.PathEscape(r.id(pair[0])) + "/" + url.PathEscape(r.id(pair[1]))
		path := r.Paths["recordAssociations"] + "/" + between + "/labels"
		err := r.pages(ctx, path, func(p page) error { return p.decode(&found) })
		if err != nil && !r.isAbsent(err, "") {
			return err
		}
		r.addAssociations(pair, found)
	}
	return nil
}

func (r *reader) addAssociations(pair [2]string, found []associationType) {
	for _, t := range found {
		known := slices.ContainsFunc(r.snapshot.Associations, func(a portal.Association) bool {
			return a.From == pair[0] && a.To == pair[1] && a.Category == t.Category && a.ID == t.ID
		})
		if known || !portal.IsName(t.Category) || t.ID <= 0 || !portal.IsText(t.Label) {
			r.notef("left out an association type from %s to %s that is not valid or not unique", pair[0], pair[1])
			continue
		}
		r.snapshot.Associations = append(r.snapshot.Associations, portal.Association{
			From: pair[0], To: pair[1], Category: t.Category, ID: t.ID, Label: t.Label,
		})
	}
}

// id returns the name of an object type in a path.
func (r *reader) id(name string) string {
	if object := r.snapshot.Objects[name]; object.IsCustom() {
		return object.ID
	}
	return name
}

// names returns the texts that can be names, each once and sorted.
func (r *reader) names(what string, texts []string) []string {
	if texts == nil {
		return nil
	}
	kept := []string{}
	for _, text := range texts {
		if portal.IsName(text) {
			kept = append(kept, text)
		} else {
			r.notef("left out %.60q of %s: it is not a name", text, what)
		}
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

// maxNotes is how many notes a person reads.
const maxNotes = 20

func (r *reader) notef(format string, args ...any) {
	if len(r.notes) < maxNotes {
		r.notes = append(r.notes, fmt.Sprintf(format, args...))
	}
}
