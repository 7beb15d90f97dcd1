// This file says what does not reach the project.

package components

import "github.com/appsvc/svc/codegen"

// kindWords are the kinds of declarations in words.
var kindWords = map[string]string{
	"card": "card", "tool": "tool", "trigger": "trigger", "appObject": "app object", "appObjectAssociation": "association",
	"appEvent": "app event",
}

// leftOut reports something of a declaration that the vendor's project has no place for.
func leftOut(p *codegen.Pass, subject codegen.Subject, member, what string) {
	subject.Member = member
	p.Warn(
		"not-in-project", subject, "%s of the %s %q does not reach the project: the vendor's format has no place for it",
		what, kindWords[subject.Kind], subject.ID,
	)
}
