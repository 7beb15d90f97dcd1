package release

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// Names of the license of svc, and of the licenses of what is in the binary.
const (
	licenseName    = "LICENSE"
	thirdPartyName = "THIRD_PARTY_LICENSES"
)

// Legal are the texts that every archive contains.
type Legal struct {
	License, ThirdParty []byte
}

// files returns both texts as files of a folder, "" or with a slash at the end.
func (l Legal) files(folder string) []File {
	return []File{
		{Name: folder + licenseName, Content: l.License}, {Name: folder + thirdPartyName, Content: l.ThirdParty},
	}
}

// part is what a binary contains of others, and the folder with its license.
type part struct{ name, folder string }

// thirdParty returns the licenses of what a binary contains: the standard library, modules and npm packages.
func thirdParty(ctx context.Context, repository string, build *debug.BuildInfo) ([]byte, error) {
	root, err := goOutput(ctx, repository, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	parts := []part{{"Go " + strings.TrimPrefix(build.GoVersion, "go"), strings.TrimSpace(root)}}
	args := []string{"list", "-m", "-f", "{{.Path}} {{.Version}}\t{{.Dir}}"}
	for _, module := range build.Deps {
		args = append(args, module.Path)
	}
	listed, err := goOutput(ctx, repository, args...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(listed) {
		name, folder, _ := strings.Cut(strings.TrimSpace(line), "\t")
		parts = append(parts, part{name, folder})
	}
	for _, name := range bundledPackages {
		parts = append(parts, part{name + " (npm)", filepath.Join(repository, "node_modules", name)})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.name, b.name) })
	var text bytes.Buffer
	for _, one := range parts {
		license, err := licenseIn(one.folder)
		if err != nil {
			return nil, fmt.Errorf("cannot read the license of %s: %w", one.name, err)
		}
		fmt.Fprintf(&text, "svc contains code of %s:\n\n%s\n\n", one.name, bytes.TrimSpace(license))
	}
	return text.Bytes(), nil
}

func goOutput(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("cannot run go %s: %w", args[0], err)
	}
	return string(out), nil
}

// licenseFile matches the names of licenses and of notices that belong to them.
var licenseFile = lazyregexp.New(`(?i)^(licen[sc]e|copying|notice|patents)([-.].*)?$`)

// licenseIn returns the texts of a folder that belong to its license. A folder without one is an error.
func licenseIn(folder string) ([]byte, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for _, entry := range entries {
		if entry.Type().IsRegular() && licenseFile().MatchString(entry.Name()) {
			text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				return nil, err
			}
			texts = append(texts, bytes.TrimSpace(text))
		}
	}
	if len(texts) == 0 {
		return nil, fs.ErrNotExist
	}
	return bytes.Join(texts, []byte("\n\n")), nil
}
