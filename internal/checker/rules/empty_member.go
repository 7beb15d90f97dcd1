package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// checkEmptyMembers warns of members of ctx.enrolledObject in handlers that run without a record. Of a handler that
// tests a member, only the tests are reported: the rest of its code expects an empty one.
func checkEmptyMembers(p *checker.Pass) {
	tests := map[declared.Mark]bool{}
	eachUse(p, declared.EmptyMember, func(use declared.Use) {
		if use.IsTested {
			tests[use.Of] = true
		}
	})
	eachUse(p, declared.EmptyMember, func(use declared.Use) {
		path := strings.Join(use.Path, ".")
		hint := "ctx.enrolledObject always exists, but is without values here: read the records that it needs with ctx.crm"
		if use.Text == "trigger" {
			hint = "ctx.enrolledObject always exists, but is without values here: read the ids from ctx.input.events"
		}
		switch {
		case use.IsTested:
			p.Reportf(use.At, "the handler of a %s tests ctx.%s, which is always empty there", use.Text, path).
				Hintf("remove the test, or move the code into a function that other handlers share").Warn()
		case !tests[use.Of]:
			p.Reportf(use.At, "ctx.%s is empty in the handler of a %s", path, use.Text).Hintf("%s", hint).Warn()
		}
	})
}
