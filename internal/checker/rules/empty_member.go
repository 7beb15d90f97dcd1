package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// recordHints say where handlers that run without a record find what they are about, by the function that declares the
// capability.
var recordHints = map[string]string{
	"trigger": "ctx.enrolledObject always exists, but is without values here: read the ids from ctx.input.events",
	"sync": "ctx.enrolledObject always exists, but is without values here: " +
		"read the records that it needs with ctx.crm",
	"cardBackend": "pass the id of the record as a field of the input: the card reads it from context.crm.objectId",
}

// checkEmptyMembers warns of members of ctx.enrolledObject in handlers that run without a record. Of a handler that
// tests a member, only the tests are reported: the rest of its code expects an empty one. A card backend may test them,
// since an operator can invoke it for a record.
func checkEmptyMembers(p *checker.Pass) {
	tests := map[declared.Mark]bool{}
	eachUse(p, declared.EmptyMember, func(use declared.Use) {
		if use.IsTested {
			tests[use.Of] = true
		}
	})
	eachUse(p, declared.EmptyMember, func(use declared.Use) {
		path := strings.Join(use.Path, ".")
		switch {
		case use.IsTested && use.Text == "cardBackend":
		case use.IsTested:
			p.Reportf(use.At, "the handler of a %s tests ctx.%s, which is always empty there", use.Text, path).
				Hintf("remove the test, or move the code into a function that other handlers share").Warn()
		case !tests[use.Of]:
			p.Reportf(use.At, "ctx.%s is empty in the handler of a %s", path, use.Text).
				Hintf("%s", recordHints[use.Text]).Warn()
		}
	})
}
