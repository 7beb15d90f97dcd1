package packagejson

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTargetsAreThoseOfAllConditions(t *testing.T) {
	for _, one := range []struct {
		value, path string
		want        []string
	}{
		{`"./index.js"`, ".", []string{"./index.js"}},
		{`{"import": "./a.mjs", "require": ["./a.cjs", "./b.cjs"]}`, ".", []string{"./a.cjs", "./a.mjs", "./b.cjs"}},
		{`{".": "./index.js", "./x": {"types": "./x.d.ts"}}`, "./x", []string{"./x.d.ts"}},
		{`{"./lib/*.js": "./dist/*/*.js"}`, "./lib/y.js", []string{"./dist/y/y.js"}},
		{`{"./old/": "./dist/"}`, "./old/z.js", []string{"./dist/", "./dist/z.js"}},
		{`{"#inner": "./inner.js"}`, "#other", nil},
		{`{".": null}`, ".", nil},
	} {
		var value any
		if err := json.Unmarshal([]byte(one.value), &value); err != nil {
			t.Fatal(err)
		}
		got := Targets(value, one.path)
		if slices.Sort(got); !slices.Equal(got, one.want) {
			t.Errorf("%s for %s: got %q, want %q", one.value, one.path, got, one.want)
		}
	}
}

func TestTargetThatIsTooLongIsReplaced(t *testing.T) {
	value := map[string]any{"./*": strings.Repeat("*", MaxPath)}
	if got := Targets(value, "./"+strings.Repeat("x", MaxPath)); len(got) != 1 || len(got[0]) > MaxPath+len("./") {
		t.Errorf("got %d targets", len(got))
	}
}

func TestRepeatedKeysAreCountedInLargeFiles(t *testing.T) {
	filler := strings.Repeat(" ", duplicatesFrom)
	object := func(format string, keys int) string {
		var members []string
		for i := range keys {
			members = append(members, fmt.Sprintf(format, i%(2*MaxDuplicates)))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	for text, want := range map[string]bool{
		object(`"k%d": 1`, 2*MaxDuplicates):                                  false,
		object(`"k%d": 1`, 4*MaxDuplicates):                                  true,
		"[" + strings.Repeat(`{"k": "k"},`, 4*MaxDuplicates) + "1]":          false,
		`{"list": ["k"` + strings.Repeat(`, "k"`, 2*MaxDuplicates) + "]}":    false,
		"{" + strings.Repeat(`"k": {}, `, 2*MaxDuplicates) + `"last": true}`: true,
		"{": false,
	} {
		if got := RepeatsKeys([]byte(text + filler)); got != want {
			t.Errorf("%.40s…: got %v, want %v", text, got, want)
		}
		if RepeatsKeys([]byte(text)) {
			t.Errorf("%.40s…: a small file was counted", text)
		}
	}
}
