package codegen

import "slices"

// scopeNeed is a scope that a component needs.
type scopeNeed struct {
	scope string
	by    Subject
}

// requiredScopes returns the declared scopes in order, then those that components need, without duplicates.
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

// RequiredScopes returns the scopes of the app and of the components before this one.
func (p *Pass) RequiredScopes() []string { return p.out.requiredScopes() }
