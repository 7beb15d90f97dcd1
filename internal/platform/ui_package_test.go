package platform

import (
	"slices"
	"testing"

	"github.com/appsvc/svc/test/generated"
)

func TestUIExportsAreThoseOfTheVendorsPackage(t *testing.T) {
	generated.Check(t, "../..", "ui-exports.mjs", "ui_exports.go")
}

func TestUIPartsHaveTheGlobalOfTheProfile(t *testing.T) {
	for _, part := range UIParts("crm") {
		if hasGlobal := slices.Contains(part.Names, "crm"); hasGlobal != (part.Path == "") {
			t.Errorf("part %q exports %q", part.Path, part.Names)
		}
	}
}

func TestIsUIVersionComparesMajorAndMinor(t *testing.T) {
	for wanted, want := range map[string]bool{
		UIVersion: true, "^" + UIVersion: true, "~" + UIVersion: true,
		"": false, "latest": false, "*": false, ">=0.1.0": false, "^0.1.0": false,
	} {
		if got := IsUIVersion(wanted); got != want {
			t.Errorf("%q: %v", wanted, got)
		}
	}
}
