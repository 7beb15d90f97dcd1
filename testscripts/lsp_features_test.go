package testscripts

import (
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// actions returns the actions at a position by title.
func (e *editor) actions(
	name string, p protocol.Position, only ...protocol.CodeActionKind,
) map[string]protocol.CodeAction {
	e.Helper()
	found, err := e.CodeAction(e.context(), &protocol.CodeActionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}, Range: protocol.Range{Start: p, End: p},
		Context: protocol.CodeActionContext{Only: only},
	})
	if err != nil {
		e.Fatal(err)
	}
	titles := map[string]protocol.CodeAction{}
	for _, action := range found {
		titles[action.Title] = action
	}
	return titles
}

// apply returns a text with the edits of an action in one file, which must be about the version that the editor shows.
func (e *editor) apply(name, text string, action protocol.CodeAction) string {
	e.Helper()
	if action.Edit == nil || len(action.Edit.DocumentChanges) != 1 {
		e.Fatalf("the action %q changes %+v", action.Title, action.Edit)
	}
	change := action.Edit.DocumentChanges[0]
	if change.TextDocument.URI != e.uri(name) || *change.TextDocument.Version != e.versions[name] {
		e.Fatalf("the action %q changes %+v", action.Title, change.TextDocument)
	}
	lines := strings.Split(text, "\n")
	for _, edit := range change.Edits {
		line := []rune(lines[edit.Range.Start.Line])
		start, end := runes(line, edit.Range.Start.Character), runes(line, edit.Range.End.Character)
		lines[edit.Range.Start.Line] = string(line[:start]) + edit.NewText + string(line[end:])
	}
	return strings.Join(lines, "\n")
}

// runes returns the index of the rune at a UTF-16 column.
func runes(line []rune, column uint32) (index int) {
	for units := uint32(0); units < column; index++ {
		units++
		if line[index] > 0xffff {
			units++
		}
	}
	return index
}

func TestEditorsApplyFixes(t *testing.T) {
	t.Parallel()
	const worker = "src/workers/billing.ts"
	e := edit(t, clean)
	e.show(worker, misspelled)
	here := at(misspelled, "contcat", true)
	fixes := e.actions(worker, at(misspelled, "objectType", true))
	fix, offered := fixes[`Replace "contcat" with "contact"`]
	if !offered || fix.Kind != protocol.QuickFix || !fix.IsPreferred || len(fix.Diagnostics) != 1 {
		t.Fatalf("actions: %+v", fixes)
	}
	if fixed := e.apply(worker, misspelled, fix); fixed != clean[worker] {
		t.Errorf("the fix makes\n%s", fixed)
	}
	all := e.actions(worker, here, "source.fixAll")
	if len(all) != 1 {
		t.Fatalf("actions on save: %+v", all)
	}
	for _, action := range all {
		if fixed := e.apply(worker, misspelled, action); fixed != clean[worker] {
			t.Errorf("%s makes\n%s", action.Title, fixed)
		}
	}
	if none := e.actions(worker, at(misspelled, "import", false), protocol.QuickFix); len(none) > 0 {
		t.Errorf("actions elsewhere: %+v", none)
	}
	// An action is about the text of the moment, also if the editor asks before it has been checked.
	e.show(worker, clean[worker])
	if none := e.actions(worker, here); len(none) > 0 {
		t.Errorf("actions of the text before: %+v", none)
	}
	e.quit()
}

func TestEditorsApplyFixesOfOtherFiles(t *testing.T) {
	t.Parallel()
	e := edit(t, clean)
	config := strings.Replace(clean["svc.config.ts"], "['crm.objects.contacts.read']", "[]", 1)
	worker := strings.Replace(clean["src/workers/billing.ts"], "() => ok()",
		"async (ctx) => { await ctx.crm.objects.get('contacts', '1'); return ok(); }", 1)
	e.show("svc.config.ts", config)
	e.show("src/workers/billing.ts", worker)
	found := e.findings("src/workers/billing.ts")
	if len(found) != 1 || found[0].Code != "crm-call-scope" {
		t.Fatalf("findings: %+v", found)
	}
	fix, offered := e.actions("src/workers/billing.ts", found[0].Range.Start)[`Add "crm.objects.contacts.read"`]
	if !offered || !fix.IsPreferred || len(fix.Edit.DocumentChanges) != 1 {
		t.Fatalf("the fix: %+v", fix)
	}
	if fixed := e.apply("svc.config.ts", config, fix); fixed != clean["svc.config.ts"] {
		t.Errorf("the fix makes\n%s", fixed)
	}
	if all := e.actions("src/workers/billing.ts", found[0].Range.Start, "source.fixAll.svc"); len(all) > 0 {
		t.Errorf("fixing a file on save changes others: %+v", all)
	}
	e.quit()
}

func TestEditorsOfferWhatAPersonHasToChoose(t *testing.T) {
	t.Parallel()
	const worker = "src/workers/billing.ts"
	e := edit(t, clean)
	sync := "billing.sync('nightly', { schedule: '7m', handler() {} });\nexport default"
	text := strings.Replace(clean[worker], "export default", sync, 1)
	e.show(worker, text)
	fix, offered := e.actions(worker, at(text, "schedule", true))[`Replace "7m" with "6m"`]
	if !offered || fix.IsPreferred || fix.Kind != protocol.QuickFix {
		t.Errorf("the fix: %+v", fix)
	}
	if all := e.actions(worker, at(text, "schedule", true), "source.fixAll.svc"); len(all) > 0 {
		t.Errorf("it is applied on save: %+v", all)
	}
	e.quit()
}

func TestEditorsExplainFindings(t *testing.T) {
	t.Parallel()
	const worker = "src/workers/billing.ts"
	e := edit(t, clean)
	text := strings.Replace(misspelled, "contcat", "![x](https://evil.example/x.png)", 1)
	e.show(worker, text)
	e.findings(worker)
	hover, err := e.Hover(e.context(), &protocol.HoverParams{
		TextDocumentPositionParams: e.position(worker, at(text, "objectType", true)),
	})
	if err != nil || hover == nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"**Use a CRM object type or the id of an app object** (unknown\\-object\\-type)", "Why: ", "Fix: ",
		"](https://github.com/appsvc/svc/blob/main/docs/rules.md#unknown-object-type)",
		`\!\[x\]\(https`,
	} {
		if !strings.Contains(hover.Contents.Value, want) {
			t.Errorf("no %q in\n%s", want, hover.Contents.Value)
		}
	}
	hover, err = e.Hover(e.context(), &protocol.HoverParams{
		TextDocumentPositionParams: e.position(worker, at(text, "import", false)),
	})
	if err != nil || hover != nil {
		t.Errorf("elsewhere: %+v, %v", hover, err)
	}
	e.quit()
}

var linked = map[string]string{
	"svc.config.ts": clean["svc.config.ts"],
	"src/reminders.ts": `import { ok, tool } from '@svc/sdk';
export const remind = tool('remind', { label: 'Remind', objectType: 'contact', output: {}, handler: () => ok() });
`,
	"src/workers/billing.ts": `import { defineWorker, ok } from '@svc/sdk';
import { remind as later } from '../reminders';
const billing = defineWorker('billing', { use: [later] });
billing.tool('plan', {
  label: 'Plan', objectType: 'contact', output: {},
  async handler(ctx) {
    await ctx.later('remind', {}, { after: '1h' });
    return ok();
  },
});
export default billing;
`,
}

func TestEditorsGoToDeclarations(t *testing.T) {
	t.Parallel()
	const worker = "src/workers/billing.ts"
	e := edit(t, linked)
	text := linked[worker]
	e.show(worker, text)
	want := protocol.Location{URI: e.uri("src/reminders.ts")}
	want.Range.Start = at(linked["src/reminders.ts"], "'remind'", false)
	want.Range.End = at(linked["src/reminders.ts"], "'remind'", true)
	for name, p := range map[string]protocol.Position{
		"the id in a call":      at(text, "ctx.later('re", true),
		"the name of an import": at(text, "remind as la", true),
		"a use of the import":   at(text, "use: [la", true),
	} {
		found, err := e.Definition(e.context(), &protocol.DefinitionParams{TextDocumentPositionParams: e.position(worker, p)})
		if err != nil || len(found) != 1 || found[0] != want {
			t.Errorf("%s: got %+v, %v; want %+v", name, found, err, want)
		}
	}
	for name, p := range map[string]protocol.Position{
		"a package": at(text, "{ defineWor", true), "a word": at(text, "await", true), "a label": at(text, "'Pl", true),
	} {
		found, err := e.Definition(e.context(), &protocol.DefinitionParams{TextDocumentPositionParams: e.position(worker, p)})
		if err != nil || len(found) != 0 {
			t.Errorf("%s: got %+v, %v", name, found, err)
		}
	}
	e.quit()
}

func TestEditorsCompleteIDsAndValues(t *testing.T) {
	t.Parallel()
	const worker = "src/workers/billing.ts"
	e := edit(t, linked)
	e.show(worker, linked[worker])
	e.findings(worker)
	for name, c := range map[string]struct{ old, typed, want, never string }{
		"a capability":        {"ctx.later('remind'", "ctx.later('re'", "remind", "contact"},
		"an object type":      {"objectType: 'contact'", "objectType: 'con'", "contact", "remind"},
		"without an end":      {"objectType: 'contact', output: {},", "objectType: '\n", "company", "remind"},
		"a word":              {"output: {},", "output: {}, agent: { toolType: '' },", "GET_DATA", "contact"},
		"a member of a field": {"output: {},", "output: { a: { type: '' } },", "enumeration", "contact"},
		"a collection": {
			"await ctx.later", "await ctx.crm.objects.get('', 1); await ctx.later", "companies", "company",
		},
		"an event type": {
			"billing.tool(", "billing.trigger(t, { eventType: '' });\nbilling.tool(", "contact.creation", "contact",
		},
	} {
		text := strings.Replace(linked[worker], c.old, c.typed, 1)
		e.show(worker, text)
		p := at(text, c.typed[:strings.IndexByte(c.typed, '\'')+1], true)
		list, err := e.Completion(e.context(), &protocol.CompletionParams{TextDocumentPositionParams: e.position(worker, p)})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		labels := map[string]bool{}
		for _, item := range list.Items {
			labels[item.Label] = item.TextEdit != nil && item.TextEdit.NewText == item.Label
		}
		if !labels[c.want] || labels[c.never] {
			t.Errorf("%s: got %v", name, labels)
		}
	}
	e.quit()
}
