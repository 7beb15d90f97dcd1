package release

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

func TestCLIDependsOnThePackageOfEachTarget(t *testing.T) {
	var cli struct{ OptionalDependencies map[string]string }
	if err := json.Unmarshal(repositoryFile(t, "npm/cli/package.json"), &cli); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, target := range Targets {
		want = append(want, target.Package())
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(cli.OptionalDependencies)); !slices.Equal(got, want) {
		t.Errorf("optionalDependencies of npm/cli are %q, want %q", got, want)
	}
}

func TestPlatformPackageIsForItsPlatformOnly(t *testing.T) {
	files, err := NpmPackage(Targets[4], "1.2.3", []byte("binary"), legal)
	if err != nil {
		t.Fatal(err)
	}
	if files[3].Name != "bin/svc.exe" || !files[3].Executable {
		t.Errorf("binary %s, executable %v", files[3].Name, files[3].Executable)
	}
	var about platformPackage
	if err := json.Unmarshal(files[4].Content, &about); err != nil {
		t.Fatal(err)
	}
	if about.Name != "@svc/cli-win32-x64" || about.Version != "1.2.3" || about.OS[0] != "win32" || about.CPU[0] != "x64" {
		t.Errorf("package.json %+v", about)
	}
}

func TestCopiesOfTheLicenseAreEqual(t *testing.T) {
	if string(repositoryFile(t, "LICENSE")) != string(repositoryFile(t, "npm/cli/LICENSE")) {
		t.Error("npm/cli/LICENSE differs from LICENSE")
	}
}
