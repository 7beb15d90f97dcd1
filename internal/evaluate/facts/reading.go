package facts

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/region"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Tree is the syntax tree of a bundle.
type Tree struct {
	// Shard is the index of the bundle, for positions.
	Shard   int
	Code    []byte
	Body    []ast.Statement
	Regions region.List
}

// Wanted says what to leave in a tree, and what to collect besides the calls and uses that rules always check.
type Wanted struct {
	Bodies     bool // of handlers
	Properties bool // that calls to ctx.crm name
}

// Reading is what a rewritten tree refers to.
type Reading struct {
	// Literals are the wrapped *ast.ObjectLiteral and *ast.ArrayLiteral by number.
	Literals []ast.Expression
	// Calls are those with arguments, in the order of the walk.
	Calls []*ast.CallExpression
	// Files are the sources of the modules that announce themselves, by number.
	Files []string

	facts *finder
	tree  Tree
}

// bytesPerCall is the size of code with one call of interest, measured with the generated projects of test/bench.
const bytesPerCall = 400

// Read rewrites the statements of the user's files in place. Afterwards they call NoteLiteral and NoteSpread for each
// literal, Runs when a module starts and when its imports are done, and LeftOut instead of the body of a handler.
func Read(tree Tree, want Wanted) *Reading {
	f := &finder{shard: int32(tree.Shard), wantsProperties: want.Properties}
	f.names.Reserve(len(tree.Code))
	f.found = make([]foundCall, 0, len(tree.Code)/bytesPerCall)
	w := &walker{facts: f, keepBodies: want.Bodies}
	w.rewrite(tree.Body, tree.Regions)
	return &Reading{Literals: w.literals, Calls: w.calls, Files: w.files, facts: f, tree: tree}
}

// Facts returns the calls and the uses that rules check. It returns removed bodies to their functions, so the tree must
// have been compiled before.
func (r *Reading) Facts() ([]Call, []declared.Use) {
	r.facts.followContexts(r.tree.Regions, len(r.tree.Code))
	return r.facts.calls(), r.facts.uses
}

// rewrite walks the statements of the user's files. Packages declare nothing, and their code may be large.
func (w *walker) rewrite(body []ast.Statement, regions region.List) {
	for i, statement := range body {
		if in := regions.At(int(statement.Idx0()) - 1); in.IsUserCode {
			w.facts.file = in.Source
			if w.wrapper(statement) {
				w.facts.mentions.Module(statement)
			} else {
				w.statement(statement)
			}
			continue
		}
		w.facts.mentions.Statement(statement)
		w.facts.functions.Import(statement)
		if i == len(body)-2 { // before the return statement
			syntax.ShareExports(statement)
		}
	}
}
