package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
)

// nodeCompatHint is what to do about a package that needs Node.
const nodeCompatHint = "call the CRM with ctx.crm, import a package that runs without Node, or set " +
	"nodeCompat: true in defineApp"

// nodeGlobals are the globals of Node that an app has with nodeCompat.
var nodeGlobals = []string{"Buffer", "process", "global", "setImmediate", "clearImmediate"}

// noProcessHint is what to do about code of the app that reads process while its module loads.
const noProcessHint = "workers have no process: read bindings from ctx.env in a handler, and name the one of a " +
	"source's credential in auth"

// undefinedHint returns the fix for a module that throws because it needs a global of Node, or a name of CommonJS
// modules; "" for other errors.
func (l *loader) undefinedHint(file, message string) string {
	name, isUndefined := strings.CutSuffix(strings.TrimPrefix(message, "ReferenceError: "), " is not defined")
	if hint := platform.ModuleHint(name); isUndefined && hint != "" {
		return hint
	}
	if !isUndefined || l.bundling.Node || !slices.Contains(nodeGlobals, name) {
		return ""
	}
	if name == "process" && !bundle.InPackage(file) {
		return noProcessHint
	}
	return name + " is a global of Node: import a package that runs without Node, or set nodeCompat: true in defineApp"
}

// needsNode keeps a fault for nodeProblems, if it is the import of a module of Node in a package.
func (l *loader) needsNode(fault bundle.Fault) bool {
	if fault.Kind != bundle.Unresolved || !bundle.InPackage(fault.Span.File) {
		return false
	}
	if name, onEdge := bundle.NodeModule(fault.Import); name == "" || l.bundling.Node && onEdge {
		return false
	}
	l.node = append(l.node, fault)
	return true
}

// nodeProblems returns one problem for each package that needs modules of Node.
func (l *loader) nodeProblems() []declared.Problem {
	if len(l.node) == 0 {
		return nil
	}
	o := l.bundling
	o.Unavailable = slices.DeleteFunc(slices.Clone(o.Unavailable), func(file string) bool {
		return slices.ContainsFunc(l.node, func(f bundle.Fault) bool { return f.Span.File == file })
	})
	needs := bundle.NodeNeeds(o, l.files.modules(), l.node)
	var problems []declared.Problem
	for i := range needs {
		problems = append(problems, nodeProblem(&needs[i], l.bundling.Node))
	}
	if len(needs) > 0 {
		return problems
	}
	var packages []string
	for _, fault := range l.node { // what imports the packages is unknown
		name := packageOf(fault.Span.File[strings.LastIndex(fault.Span.File, packagesFolder)+len(packagesFolder):])
		if slices.Contains(packages, name) {
			continue
		}
		packages = append(packages, name)
		problems = append(problems, declared.Problem{
			Rule: ruleUnresolved, At: declared.At(fault.Span), Hint: nodeHint(l.bundling.Node),
			Message: fmt.Sprintf("the package %q needs %q, a module of Node", name, fault.Import),
		})
	}
	return problems
}

// packagesFolder is in the path of every file of a package.
const packagesFolder = "node_modules/"

// nodeHint returns the fix. hasNode means that the app has nodeCompat, and the edge lacks the module all the same.
func nodeHint(hasNode bool) string {
	if hasNode {
		return "import a package that runs on the edge: it lacks this module of Node"
	}
	return nodeCompatHint
}

func nodeProblem(need *bundle.NodeNeed, hasNode bool) declared.Problem {
	what := "the module"
	if len(need.Modules) > 1 {
		what = "the modules"
	}
	last := len(need.Modules) - 1
	names := need.Modules[last]
	if last > 0 {
		names = strings.Join(need.Modules[:last], ", ") + " and " + names
	}
	return declared.Problem{
		Rule: ruleUnresolved, At: declared.At(need.Span), Hint: nodeHint(hasNode),
		Message: fmt.Sprintf("the package %q needs %s %s of Node", need.Package, what, names),
		Related: []declared.RelatedMark{{
			Message: fmt.Sprintf("imports %q: %s", need.Last, chain(need.Chain)), At: declared.At(need.At),
		}},
	}
}

// maxChain is how many files of a chain of imports a message names.
const maxChain = 5

// chain describes how files import each other, by their paths without node_modules.
func chain(files []string) string {
	var names []string
	for i, file := range files {
		if i == maxChain-2 && len(files) > maxChain {
			names = append(names, "…")
		}
		if i < maxChain-2 || i == len(files)-1 || len(files) <= maxChain {
			names = append(names, file[strings.LastIndex(file, packagesFolder)+len(packagesFolder):])
		}
	}
	return strings.Join(names, " > ")
}
