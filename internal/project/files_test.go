package project

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/projectfs"
)

func TestWorkersAreDirectChildrenWithoutTests(t *testing.T) {
	source := "export default 1;\n"
	files := map[string]string{"svc.config.ts": minimalConfig}
	for _, name := range []string{
		"a.ts", "b.tsx", "c.mts", "d.js", "e.mjs", "x.d.ts", "y.test.ts", "z.spec.js", "_shared.ts", ".hidden.ts", "note.md",
		"n.json", "deep/f.ts", "m.cts", "folder/inner.ts",
	} {
		files["src/workers/"+name] = source
	}
	p := load(t, files)
	var got []string
	for _, file := range p.Workers {
		got = append(got, strings.TrimPrefix(file.Path, "src/workers/"))
		if !file.Evaluated {
			t.Errorf("%s was not evaluated", file.Path)
		}
	}
	if want := []string{"a.ts", "b.tsx", "c.mts", "d.js", "e.mjs"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFirstOfFourConfigNamesIsUsed(t *testing.T) {
	script := strings.Replace(minimalConfig, "'A'", "'%'", 1)
	for i, name := range projectfs.ConfigNames() {
		files := map[string]string{}
		for _, other := range projectfs.ConfigNames()[i:] {
			files[other] = strings.Replace(script, "%", other, 1)
		}
		if p := load(t, files); p.ConfigFile != name || p.App == nil || p.App.ID != name {
			t.Errorf("%s: config %q, app %v", name, p.ConfigFile, p.App)
		}
	}
}

func TestWorkersAreCheckedWithoutAConfig(t *testing.T) {
	p := load(t, map[string]string{"src/workers/w.ts": toolHead})
	if len(p.Problems) != 1 || p.Problems[0].Rule != "missing-config" ||
		spot(p.Locator.Locate(p.Problems[0].At)) != "svc.config.ts:1:1" {
		t.Errorf("problems: %+v", p.Problems)
	}
	if p.Workers[0].Worker == nil || p.App != nil {
		t.Error("want an evaluated worker and no app")
	}
	if p = load(t, map[string]string{"README.md": ""}); len(p.Problems) != 1 || len(p.Workers) != 0 {
		t.Errorf("an empty folder: %+v", p.Problems)
	}
}

func TestUnreadableFolderIsAnError(t *testing.T) {
	dir := write(t, map[string]string{"file": ""})
	for path, want := range map[string]string{
		filepath.Join(dir, "none"): "cannot read the project's folder",
		filepath.Join(dir, "file"): "is a file: expected the project's folder",
	} {
		if _, err := Load(context.Background(), Options{Dir: path}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	if _, err := Load(context.Background(), Options{Dir: dir, Profile: "none"}); err == nil || !strings.Contains(
		err.Error(), `unknown vendor profile "none"`,
	) {
		t.Errorf("profile: %v", err)
	}
}

func TestProjectBehindASymbolicLinkHasRelativePaths(t *testing.T) {
	dir := write(t, map[string]string{
		"real/svc.config.ts": minimalConfig, "real/src/lib/x.ts": toolHead,
		"pnpm-workspace.yaml": "", "shared/w.ts": "export { default } from '../real/src/lib/x';\n",
	})
	for link, target := range map[string]string{"link": "real", "real/src/workers": ""} {
		if target == "" {
			if err := os.MkdirAll(filepath.Join(dir, link), 0o755); err != nil {
				t.Fatal(err)
			}
			link, target = link+"/w.ts", "../../../shared/w.ts"
		}
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Load(context.Background(), Options{Dir: filepath.Join(dir, "link")})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Problems) > 0 || p.Workers[0].Path != "src/workers/w.ts" || p.Workers[0].Worker == nil {
		t.Fatalf("problems %+v, workers %+v", p.Problems, p.Workers[0])
	}
	if got := spot(p.Locator.Locate(p.Workers[0].Worker.At)); got != "src/lib/x.ts:2:23" {
		t.Errorf("declared at %s", got)
	}
}

func TestFileNamesThatNeedQuotingWork(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": minimalConfig, "src/workers/it's \"ü\" %20 $`x`.ts": toolHead, "src/workers/a:b.ts": toolHead,
		"src/workers/<define>.ts": toolHead,
	})
	for _, file := range p.Workers {
		if file.Worker == nil || p.Locator.Locate(file.Worker.At).File != file.Path {
			t.Errorf("%s: worker %v", file.Path, file.Worker)
		}
	}
	if len(p.Problems) > 0 {
		t.Errorf("problems: %+v", p.Problems)
	}
}
