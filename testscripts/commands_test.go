package testscripts

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

var commands = map[string]func(*testscript.TestScript, bool, []string){
	"cmpjson": cmdCmpJSON,
	"copydir": cmdCopyDir,
	"exits":   cmdExits,
	"json":    cmdJSON,
}

// cmdCmpJSON compares two JSON documents without their formatting: cmpjson got want. The string "<any>" in want matches
// any value.
func cmdCmpJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: cmpjson got want")
	}
	got, want := decode(ts, args[0]), decode(ts, args[1])
	got = maskAny(got, want)
	diff := cmp.Diff(want, got)
	if neg && diff == "" {
		ts.Fatalf("%s and %s are the same", args[0], args[1])
	}
	if !neg && diff != "" {
		ts.Fatalf("%s differs from %s (-want +got):\n%s", args[0], args[1], diff)
	}
}

// maskAny replaces values that match "<any>".
func maskAny(got, want any) any {
	switch want := want.(type) {
	case string:
		if want == "<any>" && got != nil {
			return want
		}
	case map[string]any:
		if object, ok := got.(map[string]any); ok {
			for name, value := range object {
				object[name] = maskAny(value, want[name])
			}
		}
	case []any:
		if list, ok := got.([]any); ok {
			for i := range min(len(list), len(want)) {
				list[i] = maskAny(list[i], want[i])
			}
		}
	}
	return got
}

func decode(ts *testscript.TestScript, file string) any {
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(file)))
	decoder.UseNumber()
	var value any
	ts.Check(decoder.Decode(&value))
	if decoder.More() {
		ts.Fatalf("%s contains more than one JSON document", file)
	}
	return value
}

// cmdCopyDir copies a folder without node_modules: copydir $REPO/examples/x x.
func cmdCopyDir(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: copydir from to")
	}
	from, to := ts.MkAbs(args[0]), ts.MkAbs(args[1])
	ts.Check(filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir() && entry.Name() == "node_modules":
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), data, 0o644)
	}))
}

// cmdExits runs a program and checks its exit code: exits 2 svc check --nope.
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// cmdJSON checks a value in a JSON document: json stdout findings.0.rule missing-config. Without a value the path must
// exist. `~ regexp` matches a pattern. The path element count is the length of a list. Values other than strings are
// compared as compact JSON. ! negates the check.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || len(args) > 4 || len(args) == 4 && args[2] != "~" {
		ts.Fatalf("usage: json file path [value | ~ regexp]")
	}
	document := decode(ts, args[0])
	if object, isObject := document.(map[string]any); isObject && args[0] == "stdout" && !hasVersion(object) {
		ts.Fatalf("the document on standard output has no schemaVersion")
	}
	value, ok := lookUp(document, strings.Split(args[1], "."))
	text := compact(ts, value)
	switch len(args) {
	case 3:
		ok = ok && text == args[2]
	case 4:
		pattern, err := regexp.Compile(args[3])
		ts.Check(err)
		ok = ok && pattern.MatchString(text)
	}
	if ok == neg {
		ts.Fatalf("%s at %s is %s", args[0], args[1], text)
	}
}

// hasVersion reports whether a document has a schemaVersion, or a version of its own as SARIF has.
func hasVersion(document map[string]any) bool {
	return document["schemaVersion"] != nil || document["$schema"] != nil
}

func lookUp(value any, path []string) (any, bool) {
	for _, name := range path {
		switch v := value.(type) {
		case map[string]any:
			next, ok := v[name]
			if !ok {
				return nil, false
			}
			value = next
		case []any:
			if name == "count" {
				value = json.Number(strconv.Itoa(len(v)))
				continue
			}
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			value = v[i]
		default:
			return nil, false
		}
	}
	return value, true
}

func compact(ts *testscript.TestScript, value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	ts.Check(encoder.Encode(value))
	return strings.TrimSuffix(b.String(), "\n")
}
