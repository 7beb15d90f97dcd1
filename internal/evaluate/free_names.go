package evaluate

import (
	"errors"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// FreeNames returns the first uses of names that the user's code in a script uses and nothing in the script declares.
// The script is that of a card (bundle.Card), and index the shard of the positions. It is not run. A panic of the
// engine is an error.
func FreeNames(index int, code []byte) (names []declared.Use, err error) {
	defer func() {
		if recover() != nil {
			names, err = nil, errors.New(jsvm.EngineFailed)
		}
	}()
	where := newPlaces(index, "card", code)
	tree, err := ecma.Parse(where.script, code)
	if err != nil {
		return nil, err
	}
	body := bundleBody(tree)
	where.readRegions(code, body)
	w := &walker{facts: &factFinder{shard: int32(index)}, keepBodies: true, reading: true}
	rewrite(body, where, w)
	return w.facts.mentions.Undeclared(), nil
}
