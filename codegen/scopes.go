// This file knows which scopes an install must grant.

package codegen

import "slices"

// scopeNeed is a scope that a component cannot do without.
type scopeNeed struct {
	scope string
	by    Subject
}

// requiredScopes are the declared scopes in their order, each once, then those that components need.
func (o *project) requiredScopes() []string {
	scopes := []string{}
	add := func(scope string) {
		if !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	for _, scope := range o.in.Project.App.Scopes {
		add(scope)
	}
	for _, need := range o.needs {
		add(need.scope)
	}
	return scopes
}

// RequiredScopes are the scopes that the app declares and those that components which came before need.
func (p *Pass) RequiredScopes() []string { return p.out.requiredScopes() }
