package project

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/platform"
)

// runtimeSize is more than what a script has beside the code of its worker, in bytes.
const runtimeSize = 1 << 20

// judgeSizes adds a problem for each worker whose script is too large to deploy. The code of a shard is that of all its
// workers with long names: only if that is too large are the scripts made and measured.
func (l *loader) judgeSizes(p *declared.Project, shards []evaluate.Shard) {
	most := cmp.Or(l.options.ScriptSize, platform.ScriptSize.Value)
	isLarge := func(s evaluate.Shard) bool { return len(s.Code)+runtimeSize > most }
	if !slices.ContainsFunc(shards, isLarge) {
		return
	}
	production, err := NewProduction(l.options, p)
	if err != nil {
		return // a build reports it
	}
	scripts, err := production.Workers()
	if err != nil {
		return // what a bundle lacks has a problem already
	}
	for i, file := range production.files()[1:] {
		if size := len(scripts[i].Code) + runtimeSize; size > most {
			p.Problems = append(p.Problems, declared.Problem{
				Rule: ruleScriptSize, At: startOf(file),
				Message: fmt.Sprintf("the script of the worker has about %d MB; the limit is %d MB", size>>20, most>>20),
			})
		}
	}
}
