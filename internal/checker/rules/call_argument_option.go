package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/typo"
)

// members reports options that the method does not have, and values that are not of their type.
func (c argumentCheck) members(a argument, v *declared.Value) {
	for _, member := range v.Members {
		at := slices.IndexFunc(a.known, func(o option) bool { return o.name == member.Name })
		if at < 0 {
			c.unknown(a.known, v, member)
			continue
		}
		c.value(member.Name+" of "+c.call, func(v *declared.Value) string {
			if v.IsAbsent() || v.Shape == declared.Null {
				return "" // the runtime takes both as left out
			}
			return a.known[at].unmet(v)
		}, member.Value)
	}
}

// unknown reports an option that the method does not have. An object with a name can have members for other code.
func (c argumentCheck) unknown(options []option, of *declared.Value, member declared.Member) {
	known := namesOf(options)
	near := typo.Nearest(member.Name, known)
	isForOthers := of.Open && !hasNoOption(options, of) && (near == "" || !of.Get(near).At.IsZero())
	if len(known) == 0 || member.Value.IsAbsent() || isForOthers {
		return
	}
	draft := c.Reportf(member.Value.At, "%s has the unknown option %q", c.call, member.Name)
	if near == "" {
		draft.Hintf("remove it: the options are %s", strings.Join(known, ", "))
		return
	}
	draft.SuggestName(member.Name, known, of)
}

// hasNoOption reports whether an object has members and no option among them: it is another argument's.
func hasNoOption(options []option, of *declared.Value) bool {
	isOption := func(m declared.Member) bool { return isMember(options, m.Name) }
	return !of.Spreads && !slices.ContainsFunc(of.Members, isOption)
}

// isMisspelt reports whether an object has nearly the name of an option: the finding about the unknown name says so.
func (a argument) isMisspelt(name string, v *declared.Value) bool {
	return isMisspelt(name, namesOf(a.known), memberNames(v))
}
