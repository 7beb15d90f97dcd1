package account

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim/api"
)

//go:embed associations.json
var associationsJSON []byte

const (
	appCategory = "INTEGRATOR_DEFINED" // of types between an app's object types and others
	// UserCategory is the category of the labels that the account added.
	UserCategory = "USER_DEFINED"
)

// AssociationType is one direction of a type of association between two object types.
type AssociationType struct {
	// Category and ID identify the type. The category of the embedded types depends on the vendor.
	Category string `json:"-"`
	ID       int    `json:"id"`
	Name     string `json:"name"`  // in reads of records: "deal_to_company"
	Label    string `json:"label"` // "" for the default type, which every pair of associated records has
	From     string `json:"from"`  // names of object types
	To       string `json:"to"`
	// Exclusive limits a record to one association of the type: a contact has one primary company.
	Exclusive bool `json:"exclusive"`
	// Inverse is the id of the other direction.
	Inverse int `json:"inverse"`
}

// View returns the type as associations show it.
func (t *AssociationType) View() map[string]any {
	label := any(nil)
	if t.Label != "" {
		label = t.Label
	}
	return map[string]any{"category": t.Category, "typeId": t.ID, "label": label}
}

// associationTypes are the association types of the account, in the order in which they were added.
type associationTypes struct {
	all    []*AssociationType
	lastID map[string]int // by category, of the types that were added
}

func readAssociationTypes(category string) (*associationTypes, error) {
	types := &associationTypes{lastID: map[string]int{}}
	if err := json.Unmarshal(associationsJSON, &types.all); err != nil {
		return nil, fmt.Errorf("cannot read the embedded association types: %w", err)
	}
	for _, t := range types.all {
		t.Category = category
	}
	return types, nil
}

// byID returns the type with a category and id, or nil.
func (a *associationTypes) byID(category string, id int) *AssociationType {
	return a.find(func(t *AssociationType) bool { return t.Category == category && t.ID == id })
}

func (a *associationTypes) inverse(t *AssociationType) *AssociationType {
	return a.byID(t.Category, t.Inverse)
}

// byDefault returns the type without a label between two object types, or nil if they cannot be associated.
func (a *associationTypes) byDefault(from, to string) *AssociationType {
	return a.find(func(t *AssociationType) bool { return t.From == from && t.To == to && t.Label == "" })
}

func (a *associationTypes) find(is func(*AssociationType) bool) *AssociationType {
	at := slices.IndexFunc(a.all, is)
	if at < 0 {
		return nil
	}
	return a.all[at]
}

// add adds both directions of a type. The given type is the first direction, without ids.
func (a *associationTypes) add(there AssociationType, inverseLabel string) []*AssociationType {
	id := a.lastID[there.Category] + 1
	there.ID, there.Inverse = id, id
	added := []*AssociationType{&there}
	if there.From != there.To || there.Label != inverseLabel {
		back := there
		back.ID, back.Label, back.From, back.To = id+1, inverseLabel, there.To, there.From
		there.Inverse = id + 1
		added = append(added, &back)
	}
	a.lastID[there.Category] = id + len(added) - 1
	a.all = append(a.all, added...)
	return added
}

// addDefaults adds the default types between an app's object type and each of the others.
func (a *associationTypes) addDefaults(kind *ObjectType, others []*ObjectType) {
	for _, other := range others {
		added := a.add(AssociationType{Category: appCategory, From: kind.Name, To: other.Name}, "")
		names := []string{kind.Singular + "_to_" + other.Singular, other.Singular + "_to_" + kind.Singular}
		for i, t := range added {
			t.Name = names[i]
		}
	}
}

// AssociationSpec identifies a type of association in a request.
type AssociationSpec struct {
	Category string          `json:"associationCategory"`
	TypeID   api.LooseNumber `json:"associationTypeId"`
}

// AssociationType returns the type that a request names. Its direction must be from one object type to another; a
// nil to allows any.
func (a *Account) AssociationType(spec AssociationSpec, from, to *ObjectType) (*AssociationType, *api.Error) {
	number, _ := strconv.Atoi(string(spec.TypeID))
	t := a.associations.byID(spec.Category, number)
	switch {
	case t == nil:
		return nil, api.Invalid(
			"One or more associations are invalid: unknown association type %s of the category %s", spec.TypeID,
			spec.Category,
		)
	case t.From != from.Name || to != nil && t.To != to.Name:
		return nil, api.Invalid("One or more associations are invalid: type %d goes from %s to %s", t.ID, t.From, t.To)
	}
	return t, nil
}

// AssociationTypes returns the types from one object type to another, in the order in which they were added.
func (a *Account) AssociationTypes(from, to *ObjectType) []*AssociationType {
	var types []*AssociationType
	for _, t := range a.associations.all {
		if t.From == from.Name && t.To == to.Name {
			types = append(types, t)
		}
	}
	return types
}

// DefaultAssociation returns the type without a label between two object types.
func (a *Account) DefaultAssociation(from, to *ObjectType) (*AssociationType, *api.Error) {
	if t := a.associations.byDefault(from.Name, to.Name); t != nil {
		return t, nil
	}
	return nil, api.Invalid("%s and %s have no default association", from.Name, to.Name)
}

// InverseAssociation returns the other direction of a type.
func (a *Account) InverseAssociation(t *AssociationType) *AssociationType {
	return a.associations.inverse(t)
}

// AddLabel adds a label of the account, with another one for the other direction.
func (a *Account) AddLabel(label AssociationType, inverseLabel string) []*AssociationType {
	label.Category = UserCategory
	return a.associations.add(label, inverseLabel)
}

// IsLabelUsed reports whether records that are not archived have an association with the label.
func (a *Account) IsLabelUsed(t *AssociationType) bool {
	for _, r := range a.tableNamed(t.From).records {
		isUse := func(l Link) bool { return l.Type == t && !l.To.Archived }
		if !r.Archived && slices.ContainsFunc(r.Links, isUse) {
			return true
		}
	}
	return false
}

// RemoveLabel removes both directions of a label, and the associations of archived records with it.
func (a *Account) RemoveLabel(t *AssociationType) {
	back := a.associations.inverse(t)
	is := func(other *AssociationType) bool { return other == t || other == back }
	for _, kind := range a.types {
		for _, r := range a.tables[kind].records {
			r.Links = slices.DeleteFunc(r.Links, func(l Link) bool { return is(l.Type) })
		}
	}
	a.associations.all = slices.DeleteFunc(a.associations.all, is)
}
