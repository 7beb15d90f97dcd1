package components

import (
	"strconv"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
)

// AssociationConfig is the configuration of an association.
type AssociationConfig struct {
	FirstObjectType        string `json:"firstObjectType"`
	SecondObjectType       string `json:"secondObjectType"`
	Name                   string `json:"name,omitempty"`
	Label                  string `json:"label,omitempty"`
	InverseLabel           string `json:"inverseLabel,omitempty"`
	FirstToSecondBaseLimit int    `json:"firstToSecondBaseLimit,omitempty"`
	SecondToFirstBaseLimit int    `json:"secondToFirstBaseLimit,omitempty"`
}

// limits are the most associated records of a record in each direction; 0 for the limit of the platform.
type limits struct{ firstToSecond, secondToFirst int }

var cardinalities = map[string]limits{
	"":             {},
	"ONE_TO_ONE":   {1, 1},
	"ONE_TO_MANY":  {0, 1},
	"MANY_TO_ONE":  {1, 0},
	"MANY_TO_MANY": {},
}

// CardinalityOf returns the cardinality with the given limits, "" for the default of the CRM; ok is false if none has
// them.
func CardinalityOf(firstToSecond, secondToFirst int) (cardinality string, ok bool) {
	if firstToSecond == 0 && secondToFirst == 0 {
		return "", true
	}
	for name, one := range cardinalities {
		if one == (limits{firstToSecond, secondToFirst}) {
			return name, true
		}
	}
	return "", false
}

func associations(p *codegen.Pass) {
	for i := range p.Project.App.ObjectAssociations {
		a := &p.Project.App.ObjectAssociations[i]
		subject := codegen.Subject{Kind: "appObjectAssociation", ID: a.ID}
		limits, known := cardinalities[a.Cardinality]
		if !known {
			subject.Member = "cardinality"
			p.Refuse("association-cardinality", subject, "the association %q has the unknown cardinality %q",
				a.ID, a.Cardinality)
			continue
		}
		config := AssociationConfig{
			FirstObjectType: objectType(p, a.FromObjectType), SecondObjectType: objectType(p, a.ToObjectType),
			FirstToSecondBaseLimit: limits.firstToSecond, SecondToFirstBaseLimit: limits.secondToFirst,
		}
		config.setNames(p, subject, a)
		p.Emit(codegen.Part{UID: a.UID, File: p.Stem(a.ID), Subject: subject, Config: config})
	}
}

// setNames sets the names of the association that the vendor supports.
func (c *AssociationConfig) setNames(p *codegen.Pass, subject codegen.Subject, a *manifest.Association) {
	for _, one := range []struct {
		member, text string
		into         *string
	}{{"name", a.Name, &c.Name}, {"label", a.Label, &c.Label}, {"inverseLabel", a.InverseLabel, &c.InverseLabel}} {
		switch {
		case one.text == "":
		case p.Profile.ProjectFormat().Omits("app-object-association." + one.member):
			leftOut(p, subject, one.member, one.member+" "+strconv.Quote(one.text))
		default:
			*one.into = one.text
		}
	}
}
