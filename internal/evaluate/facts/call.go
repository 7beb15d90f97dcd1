package facts

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/handled"
)

// foundCall is a call whose arguments are not read yet.
type foundCall struct {
	call   declared.Call
	callee ast.Expression
	args   []ast.Expression
	scope  constant.Scope
}

// Call is one call with the arguments that it can have.
type Call struct {
	declared.Call
	// ArgLists are the possible values of Args. No arguments are known if there are none.
	ArgLists [][]declared.Literal
}

// calls reads the arguments of the calls that were found.
func (f *finder) calls() []Call {
	all := make([]Call, len(f.found))
	for i := range f.found {
		c := &f.found[i]
		all[i].Call = c.call
		if len(c.args) > 0 {
			all[i].ArgAt = f.mark(c.args[0].Idx0())
		}
		all[i].ArgLists = f.contextCall(c).Literals(&f.names)
		f.named(c)
	}
	f.uses = append(f.uses, f.promises.Unawaited(&f.names, f.mentions.CountOf, f.uses)...)
	f.readSDKCalls()
	f.uses = append(f.uses, f.outputs.Unset(f.mark)...)
	f.uses = append(f.uses, f.planLists.Compared(&f.names, f.mark)...)
	f.uses = append(f.uses, f.kept.Unread(&f.names, f.mentions.ReadsOf)...)
	f.uses = append(f.uses, f.bodies.Misread(&f.names)...)
	f.uses = append(f.uses, f.made.Uses(&f.names, f.mark)...)
	f.uses = append(f.uses, f.members.Unknown(&f.names, &f.tests, f.mentions.CountOf, f.mark)...)
	f.uses = append(f.uses, f.keys.Unknown(&f.names)...)
	f.uses = append(f.uses, f.mentions.Undeclared()...)
	f.uses = slices.DeleteFunc(f.uses, func(u declared.Use) bool {
		return u.Kind == declared.ProcessEnv && slices.Contains(f.guarded, u.File) || f.metas.IsAsked(u) ||
			f.tests.MayDiffer(u, &f.names)
	})
	return all
}

func (f *finder) contextCall(c *foundCall) *handled.ContextCall {
	return &handled.ContextCall{
		Path: c.call.Path, Callee: c.callee, File: c.call.File, Args: c.args, Scope: c.scope, Mark: f.mark,
	}
}

// named records what the arguments of a call of a context name.
func (f *finder) named(c *foundCall) {
	call := f.contextCall(c)
	f.uses = append(f.uses, handled.Headers(&f.names, call)...)
	if f.wantsProperties {
		f.uses = append(f.uses, handled.Properties(&f.names, call)...)
	}
	f.uses = append(f.uses, call.Uses(&f.names)...)
}

// AppendTo appends a call for each list of arguments.
func (c *Call) AppendTo(calls []declared.Call) []declared.Call {
	if len(c.ArgLists) == 0 {
		return append(calls, c.Call)
	}
	for _, args := range c.ArgLists {
		calls = append(calls, c.Call)
		calls[len(calls)-1].Args = args
	}
	return calls
}
