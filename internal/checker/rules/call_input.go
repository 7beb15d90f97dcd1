package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

var callInput = &checker.Rule{
	ID:       "call-input",
	Severity: diag.Error,
	Title:    "pass the declared input to capabilities in ctx.later and handOff",
	Why: "the runtime validates this input like that of every caller: the call fails without a required field, and " +
		"undeclared fields are dropped",
	Hint:   "declare the field in input, or correct the name",
	Before: `await ctx.later('remind', { dealID: id }, { after: '1h' });`,
	After:  `await ctx.later('remind', { dealId: id }, { after: '1h' });`,
	Run:    runCallInput,
}

func runCallInput(p *checker.Pass) {
	eachUse(p, declared.PassedInput, func(use declared.Use) {
		targets := slices.DeleteFunc(laterTargets(p, use.File), func(d *declared.Declaration) bool {
			return d.ID != use.Path[0]
		})
		if len(targets) != 1 || !targets[0].Options.Get("input").IsObject() {
			return // context-reference reports it, one of several is meant, or it receives what was sent
		}
		checkInput(p, inputCall{"the call to " + use.Text + " for " + describe(targets[0]), targets[0], use.Occurrence})
		for _, draft := range reportUnknownInput(p, targets[0], use.Occurrence) {
			draft.Warn()
		}
	})
}

// inputCall is a call of a capability with an input.
type inputCall struct {
	name   string // in messages
	target *declared.Declaration
	input  *declared.Occurrence
}

// checkInput reports that a call lacks required input, at the name if it has one that is nearly right.
func checkInput(p *checker.Pass, c inputCall) {
	checkInputValues(p, c)
	fields := c.target.Options.Get("input")
	if c.input.OtherProperties {
		return
	}
	reportLacking(p, c.input.PropertiesAt, c.name, "the required input", lacking(c.input, fields))
	for _, sent := range c.input.Properties {
		if isMisnamed(c.input, fields, sent) {
			reportUndeclaredInput(p, c.target, sent)
		}
	}
}

// checkInputValues reports values in the source that the runtime cannot read as those of their fields.
func checkInputValues(p *checker.Pass, c inputCall) {
	fields := c.target.Options.Get("input")
	for _, sent := range c.input.Properties {
		if !fields.Has(sent.Name) {
			continue
		}
		field{role: roleInput, name: sent.Name, value: fields.Get(sent.Name), owner: c.target}.checkSent(p, sent)
	}
}

// isMisnamed reports whether a call sends a required field under a name that is nearly its own, and so lacks the field.
func isMisnamed(input *declared.Occurrence, fields *declared.Value, sent declared.SentProperty) bool {
	if sent.IsAbsent || fields.Has(sent.Name) {
		return false
	}
	near := typo.Nearest(sent.Name, memberNames(fields))
	return near != "" && isRequired(fields.Get(near)) && !input.OtherProperties && !sends(input, near)
}

// reportUnknownInput reports the other fields that a capability does not declare.
func reportUnknownInput(
	p *checker.Pass, target *declared.Declaration, input *declared.Occurrence,
) (reported []*checker.Draft) {
	fields := target.Options.Get("input")
	for _, sent := range input.Properties {
		if !fields.Has(sent.Name) && !isMisnamed(input, fields, sent) {
			reported = append(reported, reportUndeclaredInput(p, target, sent))
		}
	}
	return reported
}

func reportUndeclaredInput(p *checker.Pass, target *declared.Declaration, sent declared.SentProperty) *checker.Draft {
	return p.Reportf(sent.At, "%s has no input field %s", describe(target), quoteText(sent.Name)).
		SuggestName(sent.Name, memberNames(target.Options.Get("input")), nil)
}
