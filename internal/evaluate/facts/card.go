package facts

import (
	"errors"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/region"
	"github.com/appsvc/svc/internal/evaluate/syntax"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// Card returns what rules check in the script of a card (bundle.Card): the first uses of names that the user's code
// uses and nothing in the script declares, calls of card backends and of fetch, images and iframes. index is the shard
// of the positions. The script is not run. A panic of the engine is an error.
func Card(index int, code []byte) (uses []declared.Use, err error) {
	defer func() {
		if recover() != nil {
			uses, err = nil, errors.New(jsvm.EngineFailed)
		}
	}()
	tree, err := ecma.Parse("card", code)
	if err != nil {
		return nil, err
	}
	body := syntax.BundleBody(tree)
	f := &finder{shard: int32(index), inCard: true}
	f.names.Reserve(len(code))
	w := &walker{facts: f, keepBodies: true, reading: true}
	w.rewrite(body, region.OfComments(code, body))
	uses = append(f.mentions.Undeclared(), f.members.Unknown(&f.names, &f.tests, f.mentions.CountOf, f.mark)...)
	for _, c := range f.found {
		if len(f.names.Functions(c.callee, c.scope, nil)) == 0 { // not a function of the project
			call := &handled.ContextCall{Path: c.call.Path, File: c.call.File, Args: c.args, Scope: c.scope, Mark: f.mark}
			call.Callee = c.callee
			uses = append(uses, handled.Backends(&f.names, call)...)
			uses = append(uses, handled.CardFetches(&f.names, call)...)
			uses = append(uses, handled.CardShown(&f.names, call)...)
			uses = append(uses, handled.UnsignedCalls(&f.names, call)...)
			uses = append(uses, handled.Elements(call)...)
		}
	}
	return uses, nil
}
