// This file writes the package.json of the cards: exactly the packages that they import.

package components

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/internal/platform"
)

// packageList holds ranges of versions by package.
type packageList map[string]string

// packageFile is a package.json.
type packageFile struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Private      bool              `json:"private"`
	Type         string            `json:"type"`
	Dependencies map[string]string `json:"dependencies"`
}

// vendorRange is what the vendor's own templates ask for of the packages that every card may import; "" for others.
func vendorRange(profile *platform.Profile, name string) string {
	switch name {
	case "react":
		return "^18.2.0"
	case profile.UIPackage:
		return "latest"
	}
	return ""
}

// localRanges begin versions that only the user's own disk has.
var localRanges = []string{"file:", "link:", "workspace:", "portal:", "catalog:", ".", "/", "~/"}

func (l packageList) add(p *codegen.Pass, subject codegen.Subject, wanted map[string]string) {
	names := make([]string, 0, len(wanted))
	for name := range wanted {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		version := wanted[name]
		if version == "" {
			version = vendorRange(p.Profile, name)
		}
		switch {
		case strings.HasPrefix(name, "node:"):
			p.Refuse("card-package", subject, "the card %q imports %q, which only Node has", subject.ID, name).
				Hintf("do it in a card backend: a card runs in a browser")
		case strings.Contains(name, ":"):
			p.Refuse("card-package", subject, "the card %q imports %q, which is no package", subject.ID, name).
				Hintf("import a package that package.json lists, or the files by a relative path")
		case version == "":
			p.Refuse(
				"card-package", subject, "the card %q imports %q, which the package.json of the project does not list", subject.ID,
				name,
			).
				Hintf("add it to dependencies: the platform installs what a card imports by its package.json")
		case slices.ContainsFunc(localRanges, func(local string) bool { return strings.HasPrefix(version, local) }):
			p.Refuse(
				"card-package", subject, "the card %q imports %q, which the package.json of the project takes from %q", subject.ID,
				name, version,
			).
				Hintf("the platform cannot install that: ask for a published version, or import the files by a relative path")
		default:
			l[name] = version
		}
	}
}

func (l packageList) file(p *codegen.Pass) []byte {
	return codegen.JSON(packageFile{Name: "cards", Version: "0.1.0", Private: true, Type: "module", Dependencies: l})
}
