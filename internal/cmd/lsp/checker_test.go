package lsp

import (
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lsp"
)

func TestEditsOfAHostileProcessAreDropped(t *testing.T) {
	edit := func(file, text string) diag.Edit { return diag.Edit{Span: diag.Span{File: file}, NewText: text} }
	own := edit("src/workers/main.ts", "'contact'")
	for name, hostile := range map[string]diag.Edit{
		"outside": edit("../other/main.ts", "x"), "absolute": edit("/etc/cron.d/x.ts", "x"),
		"a package": edit("node_modules/p/a.ts", "x"), "hidden": edit(".git/hooks/a.ts", "x"),
		"not source": edit("package.json", "x"), "unclean": edit("src/../main.ts", "x"),
		"long": edit("main.ts", strings.Repeat("x", 1000)), "control codes": edit("main.ts", "\x1b[2J"),
		"disguised": edit("main.ts", "\u202e"),
	} {
		found := &checkResponse{Checked: lsp.Checked{Findings: []diag.Finding{{Fixes: []diag.Fix{
			{Title: "both", Edits: []diag.Edit{own, hostile}}, {Title: "good", Edits: []diag.Edit{own}},
		}}}}}
		judge(found)
		if fixes := found.Findings[0].Fixes; len(fixes) != 1 || fixes[0].Title != "good" {
			t.Errorf("%s: kept %+v", name, fixes)
		}
	}
}
