package platform

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// PackageProblem explains why the platform cannot install a package that a card imports.
type PackageProblem struct {
	// What completes "the card imports <package>, ".
	What string
	Fix  string
	// Instead is the package to import in its place, "" for none.
	Instead string
}

// localRanges are prefixes of versions that exist only on the user's machine.
var localRanges = []string{"file:", "link:", "workspace:", "portal:", "catalog:", ".", "/", "~/"}

// CardPackage returns the version range of a package that a card imports. listed is the range in the project's
// package.json, "" for none. uiPackage is the vendor's package of UI components.
func CardPackage(uiPackage, name, listed string) (version string, refused *PackageProblem) {
	version = cmp.Or(listed, vendorRange(uiPackage, name))
	switch {
	case strings.HasPrefix(name, "node:"):
		return "", &PackageProblem{
			What: "which exists only in Node", Fix: "move the code to a card backend; cards run in a browser",
		}
	case strings.Contains(name, ":"):
		return "", &PackageProblem{
			What: "which is not a package",
			Fix:  "import a package that package.json lists, or the files by a relative path",
		}
	case version == "" && path.Base(name) == path.Base(uiPackage):
		return "", &PackageProblem{
			What: "the UI components of another vendor profile", Fix: "import them from " + uiPackage, Instead: uiPackage,
		}
	case version == "":
		return "", &PackageProblem{
			What: "which is not in the project's package.json",
			Fix:  "add it to dependencies; the platform installs the packages of a card from its package.json",
		}
	case slices.ContainsFunc(localRanges, func(local string) bool { return strings.HasPrefix(version, local) }):
		return "", &PackageProblem{
			What: fmt.Sprintf("whose version in the project's package.json is %q", version),
			Fix:  "use a published version, which the platform can install, or import the files by a relative path",
		}
	}
	return version, nil
}

// vendorRange returns the version range of a package that every card may import, as in the vendor's templates; "" for
// other packages.
func vendorRange(uiPackage, name string) string {
	switch name {
	case "react":
		return "^18.2.0"
	case uiPackage:
		return "latest"
	}
	return ""
}
