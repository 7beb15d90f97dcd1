package read

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"github.com/appsvc/svc/internal/portal"
)

// page is one page of a list.
type page struct {
	Results json.RawMessage `json:"results"`
	Paging  struct {
		Next struct {
			After string `json:"after"`
		} `json:"next"`
	} `json:"paging"`
}

// decode appends the results to a list. A page without results is not an empty list.
func (p page) decode(into any) error {
	if len(p.Results) == 0 || string(p.Results) == "null" {
		return errors.New("it has no results")
	}
	return json.Unmarshal(p.Results, into)
}

// pages visits the pages of a list.
func (r *reader) pages(ctx context.Context, path string, visit func(page) error) error {
	next, seen := path, map[string]bool{}
	for range maxPages {
		var p page
		if err := r.Get(ctx, next, &p); err != nil {
			return err
		}
		if err := visit(p); err != nil {
			return fmt.Errorf("cannot read the response to GET %s: %w", path, err)
		}
		after := p.Paging.Next.After
		if after == "" {
			return nil
		}
		if seen[after] {
			break
		}
		seen[after] = true
		next = path + "?after=" + url.QueryEscape(after)
	}
	return fmt.Errorf("the pages of GET %s do not end", path)
}

// property is a property as the API describes it.
type property struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	FieldType string `json:"fieldType"`
	Options   []struct {
		Value string `json:"value"`
	} `json:"options"`
	Unique     bool `json:"hasUniqueValue"`
	Calculated bool `json:"calculated"`
	Archived   bool `json:"archived"`
	// ExternalOptions and Referenced mark options that the CRM makes of records, such as users.
	ExternalOptions bool   `json:"externalOptions"`
	Referenced      string `json:"referencedObjectType"`
	Modification    struct {
		ReadOnlyValue bool `json:"readOnlyValue"`
	} `json:"modificationMetadata"`
}

// schema is a custom object type as the API describes it.
type schema struct {
	ID           string     `json:"objectTypeId"`
	Name         string     `json:"name"`
	FullName     string     `json:"fullyQualifiedName"`
	Required     []string   `json:"requiredProperties"`
	Searchable   []string   `json:"searchableProperties"`
	Properties   []property `json:"properties"`
	Associations []struct {
		From string `json:"fromObjectTypeId"`
		To   string `json:"toObjectTypeId"`
	} `json:"associations"`
}

type associationType struct {
	Category string `json:"category"`
	ID       int    `json:"typeId"`
	Label    string `json:"label"`
}

// object returns the object type with its properties.
func (s schema) object(properties map[string]portal.Property) *portal.Object {
	known := func(names []string) (kept []string) {
		for _, name := range names {
			if _, ok := properties[name]; ok && !slices.Contains(kept, name) {
				kept = append(kept, name)
			}
		}
		return kept
	}
	return &portal.Object{
		ID: s.ID, FullName: s.FullName, Required: known(s.Required), Searchable: known(s.Searchable), Properties: properties,
	}
}

// emailProperty identifies contacts: the CRM accepts it as idProperty, and does not describe it as unique.
const emailProperty = "email"

func (r *reader) properties(object string, found []property) map[string]portal.Property {
	all := map[string]portal.Property{}
	for _, p := range found {
		_, taken := all[p.Name]
		switch {
		case p.Archived:
			continue
		case !portal.IsName(p.Name) || taken:
			r.notef("left out the property %.60q of %s: its name is not valid or not unique", p.Name, object)
			continue
		case len(all) >= portal.MaxProperties:
			r.notef("left out properties of %s after the first %d", object, portal.MaxProperties)
			return all
		}
		kept := portal.Property{
			Type: p.Type, ReadOnly: p.Modification.ReadOnlyValue || p.Calculated, Multiple: p.FieldType == "checkbox",
			Unique: p.Unique || object == "contacts" && p.Name == emailProperty,
		}
		if !portal.IsName(p.Type) {
			kept.Type = "string"
		}
		if p.Type == "enumeration" && !p.ExternalOptions && p.Referenced == "" {
			kept.Options = r.options(object, p)
		}
		all[p.Name] = kept
	}
	return all
}

// options returns the values of an enumeration, sorted. They are nil, which means any value, if one of them cannot be
// in the snapshot: an incomplete list would make valid values look wrong.
func (r *reader) options(object string, p property) []string {
	values := make([]string, 0, len(p.Options))
	for _, option := range p.Options {
		if option.Value == "" || !portal.IsText(option.Value) || len(values) >= portal.MaxOptions {
			r.notef("left out the options of %s.%s: one of them is not valid, or there are too many", object, p.Name)
			return nil
		}
		values = append(values, option.Value)
	}
	slices.Sort(values)
	return slices.Compact(values)
}
