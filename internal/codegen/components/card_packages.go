package components

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/platform"
)

// packageList holds version ranges by package.
type packageList map[string]string

// packageFile is a package.json.
type packageFile struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Private      bool              `json:"private"`
	Type         string            `json:"type"`
	Dependencies map[string]string `json:"dependencies"`
}

// vendorRange returns the version range of a package that every card may import, as in the vendor's templates; "" for
// other packages.
func vendorRange(profile *platform.Profile, name string) string {
	switch name {
	case "react":
		return "^18.2.0"
	case profile.UIPackage:
		return "latest"
	}
	return ""
}

// localRanges are prefixes of versions that exist only on the user's machine.
var localRanges = []string{"file:", "link:", "workspace:", "portal:", "catalog:", ".", "/", "~/"}

func (l packageList) add(p *codegen.Pass, subject codegen.Subject, wanted map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		version := cmp.Or(wanted[name], vendorRange(p.Profile, name))
		switch {
		case strings.HasPrefix(name, "node:"):
			p.Refuse("card-package", subject, "the card %q imports %q, which exists only in Node", subject.ID, name).
				Hintf("move the code to a card backend; cards run in a browser")
		case strings.Contains(name, ":"):
			p.Refuse("card-package", subject, "the card %q imports %q, which is not a package", subject.ID, name).
				Hintf("import a package that package.json lists, or the files by a relative path")
		case version == "":
			p.Refuse("card-package", subject, "the card %q imports %q, which is not in the project's package.json",
				subject.ID, name).
				Hintf("add it to dependencies; the platform installs the packages of a card from its package.json")
		case slices.ContainsFunc(localRanges, func(local string) bool { return strings.HasPrefix(version, local) }):
			p.Refuse("card-package", subject, "the card %q imports %q, whose version in the project's package.json is %q",
				subject.ID, name, version).
				Hintf("use a published version, which the platform can install, or import the files by a relative path")
		default:
			l[name] = version
		}
	}
}

func (l packageList) file(p *codegen.Pass) []byte {
	return codegen.JSON(packageFile{Name: "cards", Version: "0.1.0", Private: true, Type: "module", Dependencies: l})
}
