package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/typo"
)

var eventOccurrence = &checker.Rule{
	ID:       "event-occurrence",
	Severity: diag.Error,
	Title:    "send occurrences that fit the declared event",
	Why: "ctx.appEvents.send throws if an occurrence is missing a required property, has an undeclared property or " +
		"an invalid value, or does not name exactly one record by a string; it ignores other members",
	Hint: "pass one record and all required properties",
	Before: `properties: { amount: { type: 'number', required: true } },
// in a handler
await ctx.appEvents.send(invoicePaid, { objectId });`,
	After: `properties: { amount: { type: 'number', required: true } },
// in a handler
await ctx.appEvents.send(invoicePaid, { objectId, properties: { amount: 12 } });`,
	Run: runEventOccurrence,
}

func runEventOccurrence(p *checker.Pass) {
	var events []*declared.Declaration
	eachUse(p, declared.SentOccurrence, func(use declared.Use) {
		if events == nil {
			events = ofKind(p, declared.AppEvent)
		}
		at := slices.IndexFunc(events, func(d *declared.Declaration) bool { return d.ID == use.Occurrence.Event })
		if at < 0 || !events[at].Options.Get("properties").IsObject() {
			return // context-reference and missing-option report it
		}
		checkTargets(p, events[at], use)
		checkUnreadMembers(p, events[at], use.Occurrence)
		checkRequiredProperties(p, events[at], use)
		for i := range use.Occurrence.Properties {
			checkSentProperty(p, events[at], &use.Occurrence.Properties[i])
		}
	})
}

// checkTargets reports an occurrence that does not name exactly one record, as far as the source shows it.
func checkTargets(p *checker.Pass, event *declared.Declaration, use declared.Use) {
	o, objectType := use.Occurrence, event.Options.Get("objectType").Text
	for i, target := range o.Targets {
		switch {
		case target.Text != "objectId" && objectType != "" && !isContactType(objectType):
			p.Reportf(target.At, "an occurrence of %s has %s, which only contacts have", describe(event), target.Text).
				Hintf("pass the objectId of the %s", objectType)
			return
		case i > 0:
			p.Reportf(target.At, "an occurrence of %s has both %s and %s", describe(event), o.Targets[0].Text, target.Text).
				Hintf("keep one of them")
			return
		}
	}
	for _, target := range o.Numbers {
		p.Reportf(target.At, "%s of an occurrence of %s must be a string, not a number", target.Text, describe(event)).
			Hintf("write String(…) around it")
	}
	if len(o.Targets) == 0 && !o.Others && !misspells(o, "objectId") {
		draft := p.Reportf(use.At, "an occurrence of %s names no record", describe(event)).Hintf("add objectId")
		if isContactType(objectType) {
			draft.Hintf("add objectId, email or utk")
		}
	}
}

// misspells reports whether an occurrence has nearly the name of a member. The finding about the unknown name says so.
func misspells(o *declared.Occurrence, name string) bool {
	return slices.ContainsFunc(o.Unread, func(member declared.TextAt) bool {
		return typo.Nearest(member.Text, declared.OccurrenceMembers) == name
	})
}

// checkUnreadMembers reports members of an occurrence that the runtime does not read.
func checkUnreadMembers(p *checker.Pass, event *declared.Declaration, o *declared.Occurrence) {
	for _, member := range o.Unread {
		property := event.Options.Get("properties").Get(member.Text)
		if property.IsAbsent() {
			draft := p.Reportf(member.At, "an occurrence of %s has the unknown member %s", describe(event),
				quoteText(member.Text)).Hintf("remove it: the runtime ignores it").
				SuggestName(member.Text, declared.OccurrenceMembers, nil)
			if typo.Nearest(member.Text, declared.OccurrenceMembers) == "" {
				draft.Warn()
			}
			continue
		}
		draft := p.Reportf(member.At, "%s of an occurrence of %s stands outside of properties, and is not sent",
			quoteText(member.Text), describe(event)).Hintf("move it into properties")
		if !isRequired(property) || sends(o, member.Text) || o.OtherProperties {
			draft.Warn()
		}
	}
}

// isContactType reports whether occurrences of events on an object type may name their record by email or utk.
func isContactType(objectType string) bool {
	name := strings.ToLower(objectType)
	return name == "contact" || name == "contacts"
}

func checkRequiredProperties(p *checker.Pass, event *declared.Declaration, use declared.Use) {
	o := use.Occurrence
	at := o.PropertiesAt
	switch {
	case at.IsZero() && (o.Others || misspells(o, "properties")) || o.OtherProperties:
		return
	case at.IsZero():
		at = use.At
	}
	names := slices.DeleteFunc(lacking(o, event.Options.Get("properties")), func(name string) bool {
		isMisplaced := func(member declared.TextAt) bool { return strconv.Quote(member.Text) == name }
		return slices.ContainsFunc(o.Unread, isMisplaced)
	})
	reportLacking(p, at, "an occurrence of "+describe(event), "the required property", names)
}

func checkSentProperty(p *checker.Pass, event *declared.Declaration, sent *declared.SentProperty) {
	properties := event.Options.Get("properties")
	declaration := properties.Get(sent.Name)
	if declaration.IsAbsent() {
		reportUnknownProperty(p, event, sent, memberNames(properties))
		return
	}
	field{role: roleEvent, name: sent.Name, value: declaration, owner: event}.checkSent(p, *sent)
}

// reportUnknownProperty reports a property that an app object or event does not have. Its properties have these names.
func reportUnknownProperty(
	p *checker.Pass, owner *declared.Declaration, sent *declared.SentProperty, names []string,
) {
	draft := p.Reportf(sent.At, "%s has no property %s", describe(owner), quoteText(sent.Name))
	if len(names) > 0 {
		draft.Hintf("the properties are %s", allOf(names))
	}
	draft.SuggestName(sent.Name, names, nil)
}

// checkSent reports values in the source that the runtime cannot read as those of the field.
func (f field) checkSent(p *checker.Pass, sent declared.SentProperty) {
	for _, value := range sent.Values {
		if expected := f.mismatch(value.Text); expected != "" {
			p.Reportf(value.At, "%s of %s must be %s, not %s", f, describe(f.owner), expected, quoteText(value.Text)).
				Hintf("write a value of the property's type")
		}
	}
}

// dateTimeText matches the start of a date that the CRM reads, and milliseconds since the epoch.
var dateTimeText = lazyregexp.New(`^(\d{4}-\d\d-\d\d|-?\d+$)`)

// mismatch completes "must be ..." if the runtime cannot read a text or number of the source as the field's type. It
// judges types whose values are words or numbers.
func (f field) mismatch(text string) string {
	switch f.fieldType() {
	case "number":
		if _, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
			return "a number"
		}
	case "bool":
		if word := strings.ToLower(strings.TrimSpace(text)); word != "true" && word != "false" {
			return "true or false"
		}
	case "datetime":
		if text = strings.TrimSpace(text); f.isProperty() && text != "" && !dateTimeText().MatchString(text) {
			return "a date and time in ISO 8601, or milliseconds since the epoch"
		}
	case "enumeration":
		values, ok := f.optionValues()
		chosen := []string{text}
		if f.value.Get("fieldType").Text == "checkbox" {
			chosen = strings.Split(text, ";")
		}
		isUnknown := func(choice string) bool { return !slices.Contains(values, choice) }
		if ok && len(values) > 0 && slices.ContainsFunc(chosen, isUnknown) {
			return fmt.Sprintf("one of %s", strings.Join(values, ", "))
		}
	}
	return ""
}
