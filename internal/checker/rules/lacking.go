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
		isSent := func(s declared.SentProperty) bool { return s.Name == member.Name && !s.IsAbsent }
		isLacking := isRequired(member.Value) && !slices.ContainsFunc(sent.Properties, isSent)
		if isLacking && !isSentAsNear(sent, fields, member.Name) {
			names = append(names, strconv.Quote(member.Name))
		}
	}
	return names
}

// isSentAsNear reports whether a call sends an undeclared name that is nearly a declared one. The finding about that
// name says so.
func isSentAsNear(sent *declared.Occurrence, fields *declared.Value, name string) bool {
	return slices.ContainsFunc(sent.Properties, func(s declared.SentProperty) bool {
		return !s.IsAbsent && !fields.Has(s.Name) && typo.Nearest(s.Name, memberNames(fields)) == name
	})
}

// reportLacking reports that a call lacks the names, if there are any.
func reportLacking(p *checker.Pass, at declared.Mark, call, noun string, names []string) {
	if len(names) > 0 {
		p.Reportf(at, "%s lacks %s", call, counted(names, noun)).Hintf("add %s", strings.Join(names, ", "))
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
