package rules

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// nowhere is a locator for values without a source.
type nowhere struct{}

func (nowhere) Locate(declared.Mark) diag.Span {
	return diag.Span{File: "src/workers/main.ts", Line: 1, Column: 1}
}

// hostile makes declarations of values of any shape, under the names that rules check.
type hostile struct {
	random *rand.Rand
	all    []*declared.Declaration
}

var hostileKinds = []declared.Kind{
	declared.App, declared.Card, declared.McpServer, declared.Worker, declared.Tool, declared.CardBackend,
	declared.Trigger,
	declared.Sync, declared.Source, declared.AppObject, declared.AppObjectAssociation, declared.AppEvent,
}

var hostileTexts = []string{
	"", " ", "a", "contact", "contact.creation", "event", "5m", "enumeration", "ENUM", "{{", "{{#if a}}", "}}", "hmac",
	"LEDGER_KEY", "..", "https://", "https://[::1", "crm.objects.contacts.read", "p95 > 1", "\x00", "\xff\xfe", "0-",
	"2-x", "p_", "2026.09-beta", "server", "secret:", "ü",
}

var hostileNames = []string{
	"value", "label", "type", "options", "name", "0", "__proto__", "constructor", "crm_execution_state", "a",
}

func (h *hostile) value(depth int, names []string) *declared.Value {
	v := &declared.Value{Shape: declared.Shape(h.random.IntN(int(declared.Other) + 1))}
	switch v.Shape {
	case declared.String, declared.Other:
		v.Text = hostileTexts[h.random.IntN(len(hostileTexts))]
	case declared.Number:
		v.Num = []float64{0, -1, 1.5, math.NaN(), math.Inf(1), 1e300}[h.random.IntN(6)]
	case declared.Bool:
		v.Bool = h.random.IntN(2) == 0
	case declared.Reference:
		if n := h.random.IntN(len(h.all) + 1); n < len(h.all) { // else a reference to nothing
			v.Ref = h.all[n]
		}
	case declared.Array:
		for range h.random.IntN(4) {
			v.Items = append(v.Items, h.below(depth, names))
		}
	case declared.Object:
		for range h.random.IntN(6) {
			name := append(names, hostileNames...)[h.random.IntN(len(names)+len(hostileNames))]
			v.Members = append(v.Members, declared.Member{Name: name, Value: h.below(depth, names)})
		}
	}
	return v
}

func (h *hostile) below(depth int, names []string) *declared.Value {
	if depth == 0 {
		return &declared.Value{Shape: declared.Null}
	}
	return h.value(depth-1, names)
}

// member makes the value of an option. Half of them have the right form, with random contents.
func (h *hostile) member(o option) *declared.Value {
	if h.random.IntN(2) == 0 {
		return h.value(3, hostileNames)
	}
	switch {
	case o.name == "input" || o.name == "output" || o.name == "properties":
		return h.object(hostileNames, func(string) *declared.Value {
			return h.object(namesOf(objectPropertyMembers), func(string) *declared.Value { return h.value(3, hostileNames) })
		})
	case o.name == "auth":
		return h.object([]string{"type", "secret", "token", "header", "encoding", "toleranceSeconds"}, func(
			string,
		) *declared.Value {
			return h.value(0, nil)
		})
	case o.members != nil:
		return h.options(o.members)
	case o.each != nil:
		return &declared.Value{
			Shape: declared.Array, Items: []*declared.Value{h.options(o.each), h.options(o.each), h.value(1, hostileNames)},
		}
	case o.form == formObject:
		return h.object(hostileNames, func(string) *declared.Value { return h.value(0, nil) })
	case o.form == formTextList || o.form == formObjectTypes || o.form == formDeclarations:
		return &declared.Value{Shape: declared.Array, Items: []*declared.Value{h.text(), h.text(), h.value(0, nil)}}
	}
	return h.text()
}

func (h *hostile) text() *declared.Value {
	return &declared.Value{Shape: declared.String, Text: hostileTexts[h.random.IntN(len(hostileTexts))]}
}

func (h *hostile) object(names []string, member func(string) *declared.Value) *declared.Value {
	v := &declared.Value{Shape: declared.Object}
	for _, name := range names {
		if h.random.IntN(2) == 0 {
			v.Members = append(v.Members, declared.Member{Name: name, Value: member(name)})
		}
	}
	return v
}

func (h *hostile) options(table []option) *declared.Value {
	v := &declared.Value{Shape: declared.Object}
	for _, o := range table {
		if h.random.IntN(3) > 0 {
			v.Members = append(v.Members, declared.Member{Name: o.name, Value: h.member(o)})
		}
	}
	return v
}

func (h *hostile) declaration() *declared.Declaration {
	d := &declared.Declaration{Kind: hostileKinds[h.random.IntN(len(hostileKinds))], Push: h.random.IntN(2) == 0}
	d.ID = hostileTexts[h.random.IntN(len(hostileTexts))]
	d.Options = h.options(optionsOf(d))
	if h.random.IntN(10) == 0 {
		d.Options = h.value(3, hostileNames)
	}
	for range h.random.IntN(3) {
		d.Args = append(d.Args, h.value(1, hostileNames))
	}
	if h.random.IntN(2) == 0 {
		d.Args = append(d.Args, d.Options)
	}
	if h.random.IntN(3) == 0 {
		d.Errors = []declared.SDKError{{Rule: "schedule-syntax", Message: "no", Path: []string{"schedule", "deep"}}}
	}
	if h.random.IntN(3) == 0 {
		d.Schedule = &declared.Schedule{Kind: "event", Crons: []string{"0 * * * *"}}
	}
	if len(h.all) > 0 && h.random.IntN(2) == 0 {
		d.Worker = h.all[h.random.IntN(len(h.all))]
		d.Worker.Capabilities = append(d.Worker.Capabilities, d)
	}
	return d
}

func (h *hostile) project() *declared.Project {
	p := &declared.Project{
		Profile: "crm", Locator: nowhere{}, Source: func(string) []byte { return nil }, Bindings: []string{},
	}
	for range 30 {
		h.all = append(h.all, h.declaration())
	}
	p.Declarations = h.all
	for i, d := range h.all {
		if d.Kind == declared.App {
			p.App = d
		}
		if d.Kind == declared.Worker || i%9 == 0 {
			p.Workers = append(p.Workers, &declared.WorkerFile{
				Path: "src/workers/main.ts", Worker: d, Evaluated: h.random.IntN(40) > 0,
			})
		}
	}
	p.Workers = append(p.Workers, &declared.WorkerFile{Path: "src/workers/none.ts", Evaluated: true})
	p.Cards = []*declared.CardModule{{Entrypoint: "a"}}
	p.Calls = []declared.Call{
		{Path: []string{"ctx", "crm"}}, {Path: []string{"usesScopes"}, Args: []declared.Literal{{}}}, {},
	}
	p.Uses = []declared.Use{
		{Kind: declared.UnknownMember, Path: []string{"log"}}, {Kind: declared.ProcessEnv}, {Kind: declared.FloatingPromise},
		{Kind: declared.NotJSON, Path: []string{"Map"}},
		{Kind: declared.HandlerParameter}, {Kind: declared.MissingResult}, {Kind: declared.ParsedBody, Path: []string{"get"}},
	}
	return p
}

func TestRulesDoNotPanicOnRandomDeclarations(t *testing.T) {
	reported := map[string]bool{}
	for seed := range uint64(200) {
		h := &hostile{random: rand.New(rand.NewPCG(seed, 1))}
		findings, err := checker.Check(h.project(), All, checker.Options{})
		var failed *checker.RuleError
		if errors.As(err, &failed) {
			t.Fatalf("seed %d: %v\n%s", seed, failed, failed.Stack)
		}
		for _, f := range findings {
			reported[f.Rule] = true
		}
	}
	// The declarations must reach enough code of the rules to test them.
	if len(reported) < len(All)/2 {
		t.Errorf("only %d of %d rules reported a finding", len(reported), len(All))
	}
}
