package release

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

func repositoryFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestBOMHasModulesAndBundledPackagesOnce(t *testing.T) {
	lock := repositoryFile(t, "package-lock.json")
	build := func(extra string) *debug.BuildInfo {
		return &debug.BuildInfo{
			GoVersion: "go1.26.8", Main: debug.Module{Path: "github.com/appsvc/svc"},
			Deps: []*debug.Module{
				{Path: "example.com/common", Version: "v1.0.0"}, {Path: extra, Version: "v1.0.0"},
				{Path: "example.com/old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/new", Version: "v2.0.0"}},
			},
		}
	}
	builds := []*debug.BuildInfo{build("example.com/unix"), build("example.com/windows")}
	text, err := makeBOM("1.2.3", builds, lock, noon)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(builds)
	if again, err := makeBOM("1.2.3", builds, lock, noon); err != nil || !bytes.Equal(text, again) {
		t.Errorf("the order of the builds changes the list (%v)", err)
	}
	var got bom
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	about := got.Metadata
	if about.Component.PURL != "pkg:golang/github.com/appsvc/svc@v1.2.3" || about.Timestamp != "2026-11-24T12:00:00Z" {
		t.Errorf("metadata %+v", about)
	}
	var names []string
	for _, one := range got.Components {
		names = append(names, one.Name)
		if one.Version == "" || one.Ref != one.PURL {
			t.Errorf("component %+v", one)
		}
	}
	want := append([]string{
		"stdlib", "example.com/common", "example.com/unix", "example.com/windows", "example.com/new",
	}, bundledPackages...)
	slices.Sort(names)
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("components %q\nwant %q", names, want)
	}
}

func TestBOMHasThePackagesOfTheLocalEngine(t *testing.T) {
	licenses := repositoryFile(t, "internal/jsvm/webapi/js/node/npm/LICENSES")
	for _, found := range regexp.MustCompile(`contains code of ([^:\n]+):`).FindAllSubmatch(licenses, -1) {
		if !slices.Contains(bundledPackages, string(found[1])) {
			t.Errorf("the binary has code of %s: add it to bundledPackages", found[1])
		}
	}
}

func TestPackageThatIsNotLockedIsAnError(t *testing.T) {
	_, err := makeBOM("1.2.3", nil, []byte(`{"packages": {}}`), noon)
	if err == nil || !strings.Contains(err.Error(), "base64-js") {
		t.Errorf("error %v", err)
	}
}
