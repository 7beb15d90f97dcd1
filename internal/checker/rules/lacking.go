package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// lacking returns the quoted names of the required ones of declared fields that a call does not send.
func lacking(sent *declared.Occurrence, fields *declared.Value) (names []string) {
	for _, member := range fields.Members {
		isSent := func(s declared.SentProperty) bool { return s.Name == member.Name && !s.IsAbsent }
		if isRequired(member.Value) && !slices.ContainsFunc(sent.Properties, isSent) {
			names = append(names, strconv.Quote(member.Name))
		}
	}
	return names
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
