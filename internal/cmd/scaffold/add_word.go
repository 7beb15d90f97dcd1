package scaffold

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/templates"
)

// reservedWords cannot name a const of a module (ECMAScript 2025, 12.7.2, strict mode, and the globals
// that cannot be declared anew).
const reservedWords = " arguments await break case catch class const continue debugger default delete do else enum eval " +
	"export extends false finally for function if implements import in instanceof interface let new null package " +
	"private protected public return static super switch this throw true try typeof undefined var void while with yield "

var importedNames = regexp.MustCompile(`import\s*(?:type\s*)?\{([^}]*)\}`)

// refuseWord refuses a name whose spelling in code is a word of the language, or one that the new
// files import.
func refuseWord(opts *addOptions, files templates.Files) error {
	const fix = "add a word to the name: refund-invoice"
	if strings.Contains(reservedWords, " "+opts.name.Camel+" ") {
		return cli.Usage(
			fmt.Sprintf("%q is a word of TypeScript, and cannot name the const of a %s", opts.name.Camel, opts.kind), fix,
		)
	}
	for _, content := range files {
		for _, clause := range importedNames.FindAllStringSubmatch(scaffold.Mask(string(content)), -1) {
			names := strings.FieldsFunc(clause[1], func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
			for _, name := range []string{opts.name.Camel, opts.name.Pascal} {
				if slices.Contains(names, name) {
					return cli.Usage(
						fmt.Sprintf("the file of a %s imports %q itself, so it cannot be called that", opts.kind, name), fix,
					)
				}
			}
		}
	}
	return nil
}
