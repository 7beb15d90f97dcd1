package sourcemap

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// encode encodes a number as base64 VLQ, five bits per digit.
func encode(n int) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	v := n << 1
	if n < 0 {
		v = -n<<1 | 1
	}
	out := ""
	for {
		digit := v & 31
		if v >>= 5; v > 0 {
			digit |= 32
		}
		out += string(digits[digit])
		if v == 0 {
			return out
		}
	}
}

func write(t *testing.T, mappings string, sources ...string) []byte {
	t.Helper()
	data, err := json.Marshal(map[string]any{"version": 3, "sources": sources, "mappings": mappings})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func encodeSegment(fields ...int) string {
	out := ""
	for _, n := range fields {
		out += encode(n)
	}
	return out
}

func TestLookupFindsTheSegmentAtOrBeforeAPosition(t *testing.T) {
	mappings := encodeSegment(2, 0, 0, 4) + "," + encodeSegment(5, 1, 99, -4) + "," + encodeSegment(3) + ";;" +
		encodeSegment(1000, -1, -99, 40, 0)
	m, err := Parse(write(t, mappings, "a.ts", "b.ts"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line, column int
		want         Position
		found        bool
	}{
		{0, 0, Position{}, false}, {0, 2, Position{"a.ts", 0, 4}, true}, {0, 6, Position{"a.ts", 0, 4}, true},
		{0, 7, Position{"b.ts", 99, 0}, true}, {0, 10, Position{}, false}, // generated, without a source
		{1, 5, Position{}, false}, // not from the line before
		{2, 999, Position{}, false}, {2, 1000, Position{"a.ts", 0, 40}, true}, {2, 1 << 30, Position{"a.ts", 0, 40}, true},
		{3, 0, Position{}, false}, {-1, 0, Position{}, false}, {0, -1, Position{}, false},
	} {
		if got, found := m.Lookup(c.line, c.column); got != c.want || found != c.found {
			t.Errorf("%d:%d: got %v %v, want %v %v", c.line, c.column, got, found, c.want, c.found)
		}
	}
}

func TestMalformedMapIsAnError(t *testing.T) {
	for mappings, want := range map[string]string{
		"A!":                      "not a base64 digit",
		"g":                       "end within a number",
		"AA":                      "got 2",
		"AAA":                     "got 3",
		"AAAAAA":                  "at most 5 fields",
		"AEAA":                    "names source 2 of 1",
		"ADAA":                    "names source -1 of 1",
		"D":                       "too large",
		"ggggggggggggggggggggggE": "too large",
		"+/////D,+/////D":         "too large",
	} {
		_, err := Parse(write(t, mappings, "a.ts"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", mappings, err, want)
		}
	}
	for data, want := range map[string]string{
		"":                               "not valid JSON",
		"[]":                             "not valid JSON",
		`{"version":2}`:                  "version 2",
		`{"version":3,"sections":[{}]}`:  "sections",
		`{"version":3,"mappings":["A"]}`: "not valid JSON",
	} {
		if _, err := Parse([]byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", data, err, want)
		}
	}
}

func TestLookupFindsEveryNameOfABundle(t *testing.T) {
	source := "/* 😀 */ const first = { one: 1, 'two': 2 }; export function second(third: number) {\n" +
		"\treturn [first, third];\n}\nconsole.log(second(5), `é${first.one}`);\n"
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents: source, Sourcefile: "in.ts", Loader: api.LoaderTS,
		}, Bundle: true, Format: api.FormatIIFE,
		Sourcemap: api.SourceMapExternal, Outdir: "/", LogLevel: api.LogLevelSilent,
	})
	var code, data []byte
	for _, file := range result.OutputFiles {
		if strings.HasSuffix(file.Path, ".map") {
			data = file.Contents
		} else {
			code = file.Contents
		}
	}
	m, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	sourceLines := strings.Split(source, "\n")
	for _, name := range []string{"first", "one", "second", "third", "console", "log", "return"} {
		line, column := find(string(code), name)
		place, ok := m.Lookup(line, column)
		if !ok {
			t.Errorf("%s: no position", name)
			continue
		}
		units := []rune(strings.ReplaceAll(sourceLines[place.Line], "😀", "xx")) // two UTF-16 units
		if got := strings.Trim(string(units[place.Column:]), "'"); !strings.HasPrefix(got, name) {
			t.Errorf("%s: %v is %q", name, place, got)
		}
	}
}

func find(text, name string) (line, column int) {
	before, _, _ := strings.Cut(text, name)
	return strings.Count(before, "\n"), len(before) - strings.LastIndex(before, "\n") - 1
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":3,"sources":["a"],"mappings":"AAAA,CAAC;;AAAA"}`))
	f.Add([]byte(`{"version":3,"sources":[],"mappings":";;;,,"}`))
	f.Add([]byte(`{"version":3,"sources":["a","b"],"mappings":"AAAA;AACA;ACDA,gggB"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Parse(data)
		if err != nil {
			return
		}
		last := segment{Line: -1}
		for _, s := range m.segments {
			if s.Line < last.Line || s.Line < 0 || s.Column < 0 || int(s.Source) >= len(m.Sources) {
				t.Fatalf("bad segment %+v after %+v", s, last)
			}
			last = s
			if place, ok := m.Lookup(int(s.Line), int(s.Column)); ok && (place.Line < 0 || place.Column < 0) {
				t.Fatalf("bad position %+v", place)
			}
		}
		m.Lookup(int(last.Line)+1, 0)
	})
}

func FuzzNumbers(f *testing.F) {
	f.Add(0, 1, -1)
	f.Add(1<<29, -(1 << 29), 15)
	f.Fuzz(func(t *testing.T, a, b, c int) {
		const limit = 1 << 30
		if max(a, b, c) >= limit || min(a, b, c) <= -limit {
			return
		}
		d := decoder{text: encode(a) + encode(b) + encode(c)}
		for _, want := range []int{a, b, c} {
			if got, err := d.number(); err != nil || got != int64(want) {
				t.Fatalf("got %d %v, want %d", got, err, want)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	data, err := json.Marshal(map[string]any{
		"version": 3, "sources": []string{"a"}, "mappings": strings.Repeat("AAAA,CAAC,MACE,gBAAO;", 100_000),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Parse(data); err != nil {
			b.Fatal(err)
		}
	}
}
