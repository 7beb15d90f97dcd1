package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/typo"
)

// lacking returns the quoted names of the required ones of declared fields that a call does not send.
func lacking(sent *declared.Occurrence, fields *declared.Value) (names []string) {
	for _, member := range fields.Members {
		isLacking := isRequired(member.Value) && !sends(sent, member.Name)
		if isLacking && !isMisspelt(member.Name, memberNames(fields), sentNames(sent)) {
			names = append(names, strconv.Quote(member.Name))
		}
	}
	return names
}

// sends reports whether a call sends a field.
func sends(o *declared.Occurrence, name string) bool {
	return slices.ContainsFunc(o.Properties, func(s declared.SentProperty) bool { return s.Name == name && !s.IsAbsent })
}

// sentNames returns the names of the fields that a call sends.
func sentNames(o *declared.Occurrence) (names []string) {
	for _, sent := range o.Properties {
		if !sent.IsAbsent {
			names = append(names, sent.Name)
		}
	}
	return names
}

// isMisspelt reports whether one of the given names is unknown and nearly this known name. The finding about the
// unknown name says so.
func isMisspelt(name string, known, given []string) bool {
	return slices.ContainsFunc(given, func(other string) bool {
		return !slices.Contains(known, other) && typo.Nearest(other, known) == name
	})
}

// reportLacking reports that a call lacks the names, if there are any.
func reportLacking(p *checker.Pass, at declared.Mark, call, noun string, names []string) {
	if len(names) > 0 {
		p.Reportf(at, "%s is missing %s", call, counted(names, noun)).Hintf("add %s", strings.Join(names, ", "))
	}
}

// counted puts a noun before a list, in the plural if it has several words.
func counted(list []string, noun string) string {
	if len(list) == 1 {
		return noun + " " + list[0]
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return stem + "ies " + strings.Join(list, ", ")
	}
	return noun + "s " + strings.Join(list, ", ")
}
