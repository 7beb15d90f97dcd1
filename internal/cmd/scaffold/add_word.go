package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
)

// reservedWords cannot be the name of a const in a module (ECMAScript 2025, 12.7.2, strict mode, and globals that
// cannot be redeclared).
const reservedWords = " arguments await break case catch class const continue debugger default delete do else enum " +
	"eval export extends false finally for function if implements import in instanceof interface let new null package " +
	"private protected public return static super switch this throw true try typeof undefined var void while with yield "

var importedNames = lazyregexp.New(`import\s*(?:type\s*)?\{([^}]*)\}`)

// refuseWord rejects a name that is a reserved word, or that the new files import.
func refuseWord(opts *addOptions, files templates.Files) error {
	const fix = "add a word to the name, such as refund-invoice"
	if strings.Contains(reservedWords, " "+opts.name.Camel+" ") {
		return cli.Usage(fmt.Sprintf("invalid name %q: it is a reserved word of TypeScript", opts.name.Camel), fix)
	}
	for _, content := range files {
		for _, clause := range importedNames().FindAllStringSubmatch(scaffold.Mask(string(content)), -1) {
			names := strings.FieldsFunc(clause[1], func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
			for _, name := range []string{opts.name.Camel, opts.name.Pascal} {
				if slices.Contains(names, name) {
					return cli.Usage(fmt.Sprintf("invalid name %q: the file of a %s imports it", name, opts.kind), fix)
				}
			}
		}
	}
	return nil
}
