package platform

//go:generate node ../../sdk/scripts/ui-exports.mjs ui_exports.go

import (
	"slices"
	"strings"
)

// uiPart is a part of the vendor's UI package, "" for the package itself. A space follows each name.
type uiPart struct{ path, names string }

// UIPart is a part of the vendor's UI package.
type UIPart struct {
	// Path is what an import adds to the name of the package: "" or a path such as "crm".
	Path string
	// Names are those that the part exports, types excluded.
	Names []string
}

// UIParts returns the parts of the vendor's UI package. global is the object that renders cards, whose name differs
// between profiles.
func UIParts(global string) []UIPart {
	parts := make([]UIPart, len(uiExports))
	for i, part := range uiExports {
		parts[i] = UIPart{part.path, strings.Fields(part.names)}
		if at := slices.Index(parts[i].Names, vendorGlobal); at >= 0 {
			parts[i].Names[at] = global
		}
	}
	return parts
}

// vendorGlobal is the object of the vendor's own package.
const vendorGlobal = "hubspot"

// IsUIVersion reports whether a version range of the UI package, such as ^0.17.0, leads to the exports of UIParts:
// those of a release can differ.
func IsUIVersion(wanted string) bool {
	minor := UIVersion[:strings.LastIndexByte(UIVersion, '.')+1]
	return strings.HasPrefix(strings.TrimLeft(wanted, "^~=v"), minor)
}
