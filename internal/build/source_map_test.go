package build

import (
	"bytes"
	"path"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/sourcemap"
)

func TestSourceMapMapsToTheUsersLine(t *testing.T) {
	output := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	for _, worker := range []string{"main", "cards"} {
		code := output.file(t, edge.Root+worker+"/"+edge.MainModule)
		if !bytes.HasSuffix(code, []byte("//# sourceMappingURL="+edge.SourceMapModule+"\n")) {
			t.Errorf("%s: the module does not name its map", worker)
		}
		if bytes.Count(code, []byte("\n")) > 20 {
			t.Errorf("%s: the module is not minified", worker)
		}
		text := output.file(t, edge.Root+worker+"/"+edge.SourceMapModule)
		m, err := sourcemap.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range m.Sources {
			if path.IsAbs(source) || strings.Contains(source, "\\") {
				t.Errorf("%s: the map names %s", worker, source)
			}
		}
		if bytes.Contains(text, []byte("the reason")) {
			t.Errorf("%s: the map carries the source", worker)
		}
		line, column := position(code, "the reason")
		at, found := m.Lookup(line, column)
		if want := strings.Index(strings.Split(app["src/shared/throwing.ts"], "\n")[1], "'the reason'"); !found ||
			at.Source != "src/shared/throwing.ts" || at.Line != 1 || int(at.Column) > want {
			t.Errorf("%s: %d:%d leads to %+v of %q", worker, line, column, at, m.Sources)
		}
	}
}

// position is the line and column of a text, 0-based. The code is ASCII.
func position(code []byte, text string) (line, column int) {
	at := bytes.Index(code, []byte(text))
	return bytes.Count(code[:at], []byte("\n")), at - 1 - bytes.LastIndexByte(code[:at], '\n')
}
