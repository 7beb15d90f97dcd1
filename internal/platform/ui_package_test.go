package platform

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestUIExportsAreThoseOfTheVendorsPackage(t *testing.T) {
	command := exec.Command("node", "../../sdk/scripts/ui-exports.mjs")
	var stderr strings.Builder
	command.Stderr = &stderr
	want, err := command.Output()
	if err != nil {
		t.Fatalf("node ui-exports.mjs (it needs Node 20 and `npm ci`): %v\n%s", err, stderr.String())
	}
	if got, err := os.ReadFile("ui_exports.go"); err != nil || string(got) != string(want) {
		t.Errorf("ui_exports.go differs from the vendor's package: run make generate (%v)", err)
	}
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
