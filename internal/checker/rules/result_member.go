package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsedit"
	"github.com/appsvc/svc/internal/typo"
)

// checkResultMembers reports members that results do not have. reported are the places with a finding: several cards
// can have one file.
func checkResultMembers(p *checker.Pass, reported map[diag.Span]bool) {
	eachUse(p, declared.UnknownResultMember, func(use declared.Use) {
		member := use.Path[1]
		near := typo.Nearest(member, use.Known)
		switch isNear := near != "" && isAsLong(near, member); {
		case use.Text == declared.OfAnswer && !isNear:
			return
		case use.Text == declared.OfList && !use.IsOfElement && (!isNear || len(member) < minListMember):
			return
		}
		at := p.Locator.Locate(use.At)
		if reported[at] || slices.Contains(sentMembers, member) || !isUntyped(p, use) || isFallback(p, at, use) {
			return
		}
		reported[at] = true
		text := string(p.Source(at.File))
		isProperty := use.Text == declared.OfRecord && isPropertyName(text, member)
		if text != "" && isCertain(text, tsedit.Offset(text, at.Line, at.Column), use, isProperty) {
			reportResultMember(p, use, near, isProperty)
		}
	})
}

// checkIterated reports what a loop goes through, or a pattern takes apart, and that is not a list.
func checkIterated(p *checker.Pass) {
	eachUse(p, declared.NotIterable, func(use declared.Use) {
		if use.Text == declared.AsyncGenerator {
			p.Reportf(use.At, "%s is an async generator, which is not iterable without await", use.Path[0]).
				Hintf("write for await (const … of …)")
			return
		}
		if !isUntyped(p, use) {
			return
		}
		draft := p.Reportf(use.At, "%s is not a list", use.Path[0])
		if len(use.Known) > 0 {
			draft.Hintf("go through its member %s", orList(use.Known))
		}
	})
}

// isFallback reports whether JavaScript reads a member in case an object has no other one: page.results ?? page.items.
// It has no effect. In TypeScript, the compiler rejects it, too.
func isFallback(p *checker.Pass, at diag.Span, use declared.Use) bool {
	switch path.Ext(at.File) {
	case ".js", ".jsx", ".mjs", ".cjs":
		text := string(p.Source(at.File))
		return tsedit.IsFallback(text, tsedit.Offset(text, at.Line, at.Column), use.Known)
	}
	return false
}

func reportResultMember(p *checker.Pass, use declared.Use, near string, isProperty bool) {
	member := use.Path[1]
	draft := p.Reportf(use.At, "%s has no member %s", use.Path[0], member)
	switch {
	case isProperty:
		draft.Hintf("write properties.%s: the properties of a record are in its member properties", member).
			ReadBelow(member, propertiesMember, diag.Safe)
	case use.IsOfElement:
		draft.Hintf("read it of an element, such as the first one: [0].%s", member)
	case near != "":
		draft.SuggestIdentifier(member, use.Known)
	case use.Text == declared.OfRecord:
		draft.Hintf("use one of %s; if it is a property, write properties.%s", strings.Join(use.Known, ", "), member).
			ReadBelow(member, propertiesMember, diag.Suggestion)
	default:
		draft.Hintf("use one of %s", strings.Join(use.Known, ", "))
	}
}

// isPropertyName reports whether a name is that of a property: a common one, or one that code has in a list.
func isPropertyName(text, name string) bool {
	return slices.Contains(commonProperties, name) || strings.HasPrefix(name, "hs_") || tsedit.Quotes(text, name)
}

// propertiesMember is the member of a record that has its properties.
const propertiesMember = "properties"

// sentMembers are those that the CRM sends and the types of the SDK lack.
var sentMembers = []string{"objectWriteTraceId", "new", "prev"}

// commonProperties are names of properties that most portals have, and that no code reads of a record for another
// reason.
var commonProperties = []string{
	"email", "firstname", "lastname", "phone", "mobilephone", "company", "jobtitle", "lifecyclestage",
	"hubspot_owner_id", "createdate", "lastmodifieddate", "address", "city", "country", "zip", "website",
	"domain", "industry", "numberofemployees", "annualrevenue", "dealname", "dealstage", "dealtype", "amount", "closedate",
	"pipeline", "subject",
}

// isUntyped reports whether no names or functions on the way to an object have types, and no casts.
func isUntyped(p *checker.Pass, use declared.Use) bool {
	isTyped := func(at declared.Mark) bool { return !isPlain(p, at, tsedit.HasUntypedName) }
	hasTypedResult := func(at declared.Mark) bool { return !isPlain(p, at, tsedit.HasUntypedResult) }
	return !slices.ContainsFunc(use.Through, isTyped) && !slices.ContainsFunc(use.Returned, hasTypedResult)
}

// isCertain reports whether code reads the member at an offset as if the object had it. Of an object that can have
// others, no code may ask whether it has the member, and of a property no code may read it in both places.
func isCertain(text string, at int, use declared.Use, isProperty bool) bool {
	if use.Text == declared.OfAnswer {
		return tsedit.ReadsPlainly(text, at)
	}
	read := tsedit.ReadOf(text, at)
	if read == tsedit.NotRead || tsedit.AsksFor(text, use.Path[1]) {
		return false
	}
	if isProperty && read != tsedit.PlainRead && tsedit.ReadsOf(text, propertiesMember, use.Path[1]) {
		return false // contact.email ?? contact.properties.email
	}
	return isProperty || read != tsedit.AskedRead && !tsedit.AsksOf(text, use.Path[1])
}

// minListMember is the length from which a name can be a misspelled member of a list. Packages add methods to lists,
// such as last.
const minListMember = 5

// isAsLong reports whether two names have the same length, or one letter more. An object that the CRM sends can have
// other members with similar names, such as toObjectId.
func isAsLong(a, b string) bool { return max(len(a), len(b))-min(len(a), len(b)) <= 1 }
