// This file holds the types of associations: the vendor's, those of the app's objects, and labels of the account.

package crmsim

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

//go:embed associations.json
var associationsJSON []byte

const (
	ownCategory = "INTEGRATOR_DEFINED" // of types between an app's objects and others
	ourCategory = "USER_DEFINED"       // of labels that the account made
)

// associationType is one direction of a kind of link between two object types.
type associationType struct {
	// Category and ID together name it. The embedded types leave the category to the vendor's spelling.
	Category string `json:"-"`
	ID       int    `json:"id"`
	Name     string `json:"name"`  // as reads of records show it: "deal_to_company"
	Label    string `json:"label"` // as associations show it; "" for the type that any two associated records have
	From     string `json:"from"`  // names of object types
	To       string `json:"to"`
	// Exclusive says that a record has one of these at most: a contact has one primary company.
	Exclusive bool `json:"exclusive"`
	// Inverse is the id of the other direction.
	Inverse int `json:"inverse"`
}

// associationTypes are all that the account has.
type associationTypes struct {
	all    []*associationType
	lastID map[string]int // by category, of those that were made here
}

func readAssociationTypes(category string) (*associationTypes, error) {
	types := &associationTypes{lastID: map[string]int{}}
	if err := json.Unmarshal(associationsJSON, &types.all); err != nil {
		return nil, fmt.Errorf("the embedded association types cannot be read: %w", err)
	}
	for _, t := range types.all {
		t.Category = category
	}
	return types, nil
}

// named is the type of a category and an id; nil when there is none.
func (a *associationTypes) named(category string, id int) *associationType {
	at := slices.IndexFunc(a.all, func(t *associationType) bool { return t.Category == category && t.ID == id })
	if at < 0 {
		return nil
	}
	return a.all[at]
}

func (a *associationTypes) inverse(t *associationType) *associationType {
	return a.named(t.Category, t.Inverse)
}

// between are the types from one object type to another, in the order in which they came to be.
func (a *associationTypes) between(from, to *ObjectType) []*associationType {
	var types []*associationType
	for _, t := range a.all {
		if t.From == from.Name && t.To == to.Name {
			types = append(types, t)
		}
	}
	return types
}

// plain is the type without a label; nil when the two cannot be associated.
func (a *associationTypes) plain(from, to string) *associationType {
	at := slices.IndexFunc(a.all, func(t *associationType) bool { return t.From == from && t.To == to && t.Label == "" })
	if at < 0 {
		return nil
	}
	return a.all[at]
}

// make adds both directions of a type.
func (a *associationTypes) make(category, name, label, inverseLabel string, from, to *ObjectType) []*associationType {
	id := a.lastID[category] + 1
	there := &associationType{
		Category: category, ID: id, Name: name, Label: label, From: from.Name, To: to.Name, Inverse: id,
	}
	made := []*associationType{there}
	if from != to || label != inverseLabel {
		there.Inverse = id + 1
		made = append(made, &associationType{
			Category: category, ID: id + 1, Name: name, Label: inverseLabel, From: to.Name, To: from.Name, Inverse: id,
		})
	}
	a.lastID[category] = id + len(made) - 1
	a.all = append(a.all, made...)
	return made
}

// makeOwn lets the records of an app's object type be associated with those of every type before it and its own.
func (a *associationTypes) makeOwn(kind *ObjectType, others []*ObjectType) {
	for _, other := range others {
		made := a.make(ownCategory, "", "", "", kind, other)
		for _, t := range made {
			from, to := kind, other
			if t.From == other.Name {
				from, to = other, kind
			}
			t.Name = from.singular() + "_to_" + to.singular()
		}
	}
}

// remove takes a type and its other direction away.
func (a *associationTypes) remove(t *associationType) {
	a.all = slices.DeleteFunc(a.all, func(other *associationType) bool {
		return other.Category == t.Category && (other.ID == t.ID || other.ID == t.Inverse)
	})
}

// view is a type as associations show it.
func (t *associationType) view() map[string]any {
	label := any(nil)
	if t.Label != "" {
		label = t.Label
	}
	return map[string]any{"category": t.Category, "typeId": t.ID, "label": label}
}
