package project

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsedit"
	"github.com/appsvc/svc/internal/typo"
)

// sdkPackage is the package that users import.
const sdkPackage = "@svc/sdk"

func (l *loader) bundleProblem(f bundle.Fault) declared.Problem {
	p := declared.Problem{Rule: ruleSyntax, Message: f.Text, At: declared.At(f.Span)}
	switch f.Kind {
	case bundle.Unreadable:
		p.Hint = unreadHint
	case bundle.Misnamed:
		p.Hint = "rename the file"
	case bundle.Unresolved:
		p.Rule, p.Message, p.Hint = ruleUnresolved, `cannot resolve "`+f.Import+`"`, l.importHint(f.Import)
		if meant := l.withSlashes(f.Span); meant != "" {
			p.Hint, p.HasBackslashes = fmt.Sprintf("write forward slashes: %q", meant), true
		}
		if slices.ContainsFunc(f.Notes, isAboutExports) {
			p.Hint = fmt.Sprintf("the package %s is there, but exports in its package.json lacks this path", packageOf(f.Import))
		}
		if f.Actual != "" {
			p.Hint = fmt.Sprintf("write the path as the file is named, %s: other systems do not find it otherwise", f.Actual)
		}
	case bundle.MissingExport:
		p.Rule, p.Message = ruleUnresolved, fmt.Sprintf("%q has no export %q", f.Import, f.Name)
		near := f.Near
		if f.Import == sdkPackage {
			near = typo.Nearest(f.Name, l.sdk.Names())
		}
		if near != "" {
			p.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		if f.Import == sdkPackage && l.isType(f.Name) {
			p.Hint = typeHint(f.Name)
		}
	case bundle.Refused:
		p.Rule = ruleRefused
	case bundle.NoLoader:
		p.Rule, p.Hint = ruleUnresolved, "import code, JSON or text, and host other files elsewhere"
	}
	for _, note := range f.Notes {
		if note.Span.File != "" {
			p.Related = append(p.Related, declared.RelatedMark{Message: note.Text, At: declared.At(note.Span)})
		}
	}
	return p
}

// sdkTypes is the file of the SDK with its types.
const sdkTypes = "dist/index.d.ts"

// isType reports whether the SDK exports a name as a type only.
func (l *loader) isType(name string) bool {
	text, err := l.sdk.File(sdkTypes)
	if err != nil {
		return false // a copy of another form
	}
	_, list, _ := strings.Cut(string(text), "\nexport type {")
	list, _, _ = strings.Cut(list, "}")
	return slices.Contains(strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == ',' }), name)
}

// typeHint returns the fix for an import of a type as a value. Code uses that of an error with instanceof.
func typeHint(name string) string {
	hint := fmt.Sprintf(`%s is a type, which does not exist at run time: write "import type"`, name)
	if strings.HasSuffix(name, "Error") {
		hint += fmt.Sprintf(", and error.name === '%s' in place of instanceof", name)
	}
	return hint
}

// missingReexport returns the problem of a name that is not defined although its file imports it. A file that
// re-exports names may re-export types, which are not there when the code runs: the bundler accepts names that do not
// exist.
func (l *loader) missingReexport(file, message string) (problem declared.Problem, found bool) {
	name, isUndefined := strings.CutSuffix(strings.TrimPrefix(message, "ReferenceError: "), " is not defined")
	if !isUndefined {
		return problem, false
	}
	text := string(l.readSource(file))
	start, end := tsedit.ImportPlace(text, name)
	if start < 0 {
		return problem, false
	}
	exported, module := tsedit.ImportOf(text, name)
	span := diag.Span{File: file}
	span.Line, span.Column = tsedit.Place(text, start)
	span.EndLine, span.EndColumn = tsedit.Place(text, end)
	return declared.Problem{
		Rule: ruleUnresolved, At: declared.At(span),
		Message: fmt.Sprintf("%q exports no value %q", module, exported),
		Hint:    "correct the name there: the module re-exports a name that does not exist, or a type",
	}, true
}

// importHint returns the fix for an import that does not resolve, "" for a path, where the rule's own hint applies.
func (l *loader) importHint(path string) string {
	module, onEdge := bundle.NodeModule(path)
	switch {
	case path == sdkPackage || strings.HasPrefix(path, sdkPackage+"/"):
		return "import from one of " + strings.Join(l.sdk.SubPaths(), ", ")
	case path == l.vendor.UIPackage || strings.HasPrefix(path, l.vendor.UIPackage+"/"):
		return "only a card can import the UI package: move what the worker imports from this file into another one"
	case strings.HasPrefix(path, ".") || strings.HasPrefix(path, "/") || strings.HasPrefix(path, "#"):
		return ""
	case onEdge:
		return "Node modules do not exist on the edge: use a web API (crypto.subtle, URL, TextEncoder, fetch) or a package " +
			"for the web, or set nodeCompat: true in defineApp"
	case module != "":
		return "the edge does not have this module of Node: use a web API or a package for the web"
	}
	if first, _, hasMore := strings.Cut(path, "/"); hasMore && l.isAlias(first) {
		return fmt.Sprintf(`write a relative path, or add "%s/*" to paths of compilerOptions in tsconfig.json`, first)
	}
	return l.packageHint(packageOf(path))
}

// packageHint returns the fix for an import of a package that is not installed. A member of the workspace may not be in
// the registry, or another package has its name there.
func (l *loader) packageHint(name string) string {
	if l.packageJSON().lists(name) {
		return "run 'npm install': package.json lists the package, but it is not installed"
	}
	if folder := l.root.MemberBelow(name); folder != "" {
		return fmt.Sprintf(
			"add %s to dependencies in package.json, and run 'npm install': it is the package in %s of the workspace",
			name, folder,
		)
	}
	return "install the package: npm install " + name
}

// withSlashes returns the path of the import at a span with forward slashes, if it has backslashes and leads to a file
// without them, else "".
func (l *loader) withSlashes(span diag.Span) string {
	text := string(l.readSource(span.File))
	edits := tsedit.ForwardSlashes(text, max(tsedit.Offset(text, span.Line, span.Column), 0))
	if len(edits) == 0 || !strings.HasPrefix(edits[0].Text, ".") {
		return ""
	}
	file := path.Join(path.Dir(span.File), edits[0].Text)
	for _, ending := range slices.Concat([]string{""}, workerExtensions, []string{".tsx", ".jsx", ".json"}) {
		for _, name := range []string{file + ending, path.Join(file, "index"+ending)} {
			if info, err := l.root.Stat(name); err == nil && info.Mode().IsRegular() {
				return edits[0].Text
			}
		}
	}
	return ""
}

// isAlias reports whether the first name of an import is meant as a path of tsconfig.json: no package can have the
// name, or a folder of the project has it.
func (l *loader) isAlias(first string) bool {
	if first == "@" || strings.HasPrefix(first, "~") || strings.HasPrefix(first, "$") {
		return true
	}
	info, err := l.root.Stat(first)
	return err == nil && info.IsDir()
}

// isAboutExports reports whether a note of the bundler says that a package does not export a path.
func isAboutExports(note bundle.Note) bool {
	return strings.Contains(note.Text, "is not exported by package")
}

// packageOf returns the package of an import.
func packageOf(path string) string {
	parts := strings.SplitN(path, "/", 3)
	if strings.HasPrefix(path, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}
