package bundle

import (
	"strings"
	"testing"
)

func TestTooDeepSourceIsAFaultAtItsPosition(t *testing.T) {
	const many = 200_000
	for name, text := range map[string]string{
		"brackets":       strings.Repeat("(", many),
		"templates":      strings.Repeat("`${", many),
		"prefixes":       "x = " + strings.Repeat("!", many) + "1;",
		"prefix lines":   "x = " + strings.Repeat("!\n", many) + "1;",
		"words":          "x = " + strings.Repeat("typeof ", many) + "1;",
		"members":        "x = a" + strings.Repeat(".b", many),
		"member lines":   "x = a" + strings.Repeat("\n  .b", many),
		"calls":          "x = a" + strings.Repeat("()", many),
		"arrows":         "x = " + strings.Repeat("a=>", many) + "1",
		"conditions":     "x = " + strings.Repeat("1?1:", many) + "1",
		"sequence":       "x = (" + strings.Repeat("1,", many) + "1)",
		"else":           "if(0){}" + strings.Repeat("else if(0){}", many),
		"else lines":     "if(0){\n}" + strings.Repeat("\nelse if(0){\n}", many),
		"labels":         strings.Repeat("a:", many) + "1",
		"loops":          strings.Repeat("for(;;)", many),
		"assignments":    "let a;a" + strings.Repeat("=a", many),
		"after comments": "/* it's */ // it's\nx = " + strings.Repeat("- ", many) + "1",
	} {
		fault := tooDeep("a.ts", text)
		if fault == nil {
			t.Errorf("%s: not refused", name)
		} else if fault.Location.Line < 1 || fault.Location.Column < 1 && !strings.Contains(name, "lines") {
			t.Errorf("%s: at %d:%d", name, fault.Location.Line, fault.Location.Column)
		}
	}
}

func TestLongFlatSourceIsAccepted(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	const many = 200_000
	for name, text := range map[string]string{
		"statements":            strings.Repeat("a.b(c, d);", many),
		"lines without ;":       strings.Repeat("a.b(c, d)\n", many),
		"functions":             strings.Repeat("function f() { return 1 }\n", many),
		"a list":                "x = [" + strings.Repeat("1, 'a', { b: 2 }, ", many) + "];",
		"an object":             "x = {" + strings.Repeat("a: f(1) + 2, ", many) + "};",
		"a text":                "x = '" + strings.Repeat("words in a text! ", many) + "';",
		"a template":            "x = `" + strings.Repeat("words in a text!\n", many) + "`;",
		"a comment":             "/* " + strings.Repeat("((( it's !!! ", many) + "*/ // " + strings.Repeat("( ! ", many),
		"quotes with brackets":  strings.Repeat("a('(', \"[\", `{`);", many),
		"an else in each block": strings.Repeat("if (a) { b() } else { c() }\n", many),
	} {
		if fault := tooDeep("a.ts", text); fault != nil {
			t.Errorf("%s: refused at %d:%d: %s", name, fault.Location.Line, fault.Location.Column, fault.Text)
		}
	}
}
