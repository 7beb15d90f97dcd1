package components

import "github.com/appsvc/svc/internal/codegen"

// kindWords are the names of declaration kinds in messages.
var kindWords = map[string]string{
	"card": "card", "tool": "tool", "trigger": "trigger", "appObject": "app object", "appObjectAssociation": "association",
	"appEvent": "app event",
}

// leftOut reports a member of a declaration that the vendor's project format does not support.
func leftOut(p *codegen.Pass, subject codegen.Subject, member, what string) {
	subject.Member = member
	p.Warn("not-in-project", subject, "svc omits the %s of the %s %q: the vendor's format does not support it",
		what, kindWords[subject.Kind], subject.ID)
}
