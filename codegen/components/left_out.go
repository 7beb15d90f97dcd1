// This file says what does not reach the project.

package components

import "github.com/appsvc/svc/codegen"

// leftOut reports something that the vendor's project has no place for.
func leftOut(p *codegen.Pass, subject codegen.Subject, member, what string) {
	subject.Member = member
	p.Warn("not-in-project", subject, "%s does not reach the project: the vendor's format has no place for it", what)
}
