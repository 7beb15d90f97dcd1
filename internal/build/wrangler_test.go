package build

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/appsvc/svc/internal/codegen/edge"
)

// wrangler is the vendor's own tool, as package.json pins it.
const wrangler = "../../node_modules/wrangler"

func compile(t *testing.T, schema string) *jsonschema.Schema {
	t.Helper()
	compiled, err := jsonschema.NewCompiler().Compile(schema)
	if err != nil {
		t.Fatalf("%v: run npm ci at the root of the repository", err)
	}
	return compiled
}

// instance reads JSON that begins with comment lines.
func instance(t *testing.T, text []byte) any {
	t.Helper()
	for bytes.HasPrefix(text, []byte("//")) {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestConfigurationMatchesTheVendorSchema(t *testing.T) {
	output := mustBuild(
		t, writeApp(t, t.TempDir(), app), func(o *Options) { o.Schema = "../../node_modules/wrangler/config-schema.json" },
	)
	for _, schema := range []string{
		wrangler + "/config-schema.json", "testdata/wrangler-4.164.0-schema.json",
	} { // the pinned one, and the newest without its descriptions
		compiled := compile(t, schema)
		for i := range output.Scripts {
			if err := compiled.Validate(instance(t, output.file(t, edge.Root+output.Scripts[i].Folder()+"/"+
				edge.ConfigFile))); err != nil {
				t.Errorf("%s, %s: %v", schema, output.Scripts[i].Name, err)
			}
		}
		if compiled.Validate(instance(t, []byte(`{"name": "x", "trigers": {}}`))) == nil {
			t.Errorf("%s accepts a misspelled member: the test cannot fail", schema)
		}
	}
}

// dryRun has the vendor's tool deploy a folder to nowhere, and gives the parts of what it would upload by their names.
func dryRun(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	tool, err := filepath.Abs(wrangler + "/bin/wrangler.js")
	if err != nil {
		t.Fatal(err)
	}
	body, home := filepath.Join(t.TempDir(), "body"), t.TempDir()
	cmd := exec.Command("node", tool, "deploy", "--dry-run", "--outfile", body)
	cmd.Dir = dir
	cmd.Env = append(
		os.Environ(), "CI=1", "NO_COLOR=1", "WRANGLER_SEND_METRICS=false", "WRANGLER_HIDE_BANNER=true", "HOME="+home,
		"XDG_CONFIG_HOME="+home,
	)
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: run npm ci at the root of the repository when the tool is missing\n%s", dir, err, said)
	}
	if bytes.Contains(bytes.ToLower(said), []byte("warning")) || bytes.Contains(said, []byte("▲")) {
		t.Errorf("%s: the vendor's tool warns:\n%s", dir, said)
	}
	form, err := os.ReadFile(body)
	if err != nil {
		t.Fatal(err)
	}
	return parts(t, form)
}

func parts(t *testing.T, form []byte) map[string][]byte {
	t.Helper()
	boundary, _, _ := bytes.Cut(form, []byte("\r\n"))
	reader := multipart.NewReader(bytes.NewReader(form), strings.TrimPrefix(string(boundary), "--"))
	all := map[string][]byte{}
	for {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		_, fields, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if err != nil {
			t.Fatal(err)
		}
		if all[fields["name"]], err = io.ReadAll(part); err != nil {
			t.Fatal(err)
		}
	}
}

func TestVendorToolUploadsEachFolderWithoutWarnings(t *testing.T) {
	output := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	dir := filepath.Join(t.TempDir(), "out")
	if err := Replace(dir, "", output.Files, Overwrite); err != nil {
		t.Fatal(err)
	}
	// One of each kind: a run takes a second.
	t.Run("of the kind", func(t *testing.T) {
		for _, script := range []*edge.Script{&output.Scripts[0], &output.Scripts[2]} {
			t.Run(script.Folder(), func(t *testing.T) {
				t.Parallel()
				holds(t, script, dryRun(t, filepath.Join(dir, "edge", script.Folder())))
			})
		}
	})
	if err := Replace(dir, "", output.Files, Overwrite); err != nil {
		t.Errorf("what the vendor's tool leaves behind keeps the next build from its folder: %v", err)
	}
}

// holds compares what is uploaded with the script.
func holds(t *testing.T, script *edge.Script, uploaded map[string][]byte) {
	t.Helper()
	for _, module := range script.Modules {
		if !bytes.Equal(uploaded[module.Name], module.Text) {
			t.Errorf("%s is not uploaded as it is", module.Name)
		}
	}
	count := len(script.Modules) + 1 // and the metadata
	if script.SourceMap != nil {
		count++
		if len(uploaded[edge.SourceMapModule]) == 0 { // the tool writes it again, as JSON
			t.Error("the source map is not uploaded")
		}
	}
	if len(uploaded) != count {
		t.Errorf("%d parts are uploaded, want %d", len(uploaded), count)
	}
	metadata := string(uploaded["metadata"])
	for _, b := range script.Bindings {
		want := b.Kind != edge.Secret && (b.Kind != edge.Var || b.Value != "")
		if bound := strings.Contains(metadata, `"`+b.Name+`"`); bound != want {
			t.Errorf("%s is bound: %v, in %s", b.Name, bound, metadata)
		}
	}
}
