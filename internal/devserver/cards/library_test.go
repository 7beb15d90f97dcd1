package cards

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/appsvc/svc/internal/bundle"
)

func TestReactIsThatOfTheNpmPackage(t *testing.T) {
	for file, of := range map[string]string{
		"react.production.min.js": "react/cjs", "react-jsx-runtime.production.min.js": "react/cjs",
		"react-dom.production.min.js": "react-dom/cjs", "scheduler.production.min.js": "scheduler/cjs", "LICENSE": "react",
	} {
		embedded, err := library.ReadFile("react/" + file)
		if err != nil {
			t.Fatal(err)
		}
		published, err := os.ReadFile(filepath.Join("../../../node_modules", filepath.FromSlash(of), file))
		if err != nil {
			t.Fatalf("run npm ci: %v", err)
		}
		if !bytes.Equal(embedded, published) {
			t.Errorf("%s differs: copy that of node_modules", file)
		}
	}
}

// withoutReact is the library with empty modules in place of React.
type withoutReact struct{ fs.FS }

func (w withoutReact) Open(name string) (fs.File, error) {
	if path.Dir(name) == "react" {
		return fstest.MapFS{name: {Data: []byte("module.exports = {};")}}.Open(name)
	}
	return w.FS.Open(name)
}

// maxRenderer is the size limit of the renderer without React, in bytes of gzip.
const maxRenderer = 60 << 10

func TestRendererIsSmall(t *testing.T) {
	size := 0
	for _, module := range []string{"ui/stable.ts", "ui/experimental.ts", "ui/page/page.ts"} {
		code, err := bundle.PreviewScript(withoutReact{library}, module)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if _, err := io.Copy(w, bytes.NewReader(code)); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d of gzip", module, len(code), packed.Len())
		size += packed.Len()
	}
	if size > maxRenderer {
		t.Errorf("%d bytes of gzip, more than %d", size, maxRenderer)
	}
}
