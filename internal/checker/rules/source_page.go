package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var sourcePage = &checker.Rule{
	ID:       "source-page",
	Severity: diag.Error,
	Title:    "return pages of rows with key and data from sources",
	Why: "fetch returns { rows, cursor? } and receive returns { rows }, and each row is { key, data }; a run fails on " +
		"anything else, quarantines a row without a key, and ends at a page without a cursor",
	Hint:   "return { rows: [{ key, data }], cursor }",
	Before: `fetch: () => ({ rows: [{ id: 'L-1', number: '118' }] }),`,
	After:  `fetch: () => ({ rows: [{ key: 'L-1', data: { number: '118' } }] }),`,
	Run:    runSourcePage,
}

func runSourcePage(p *checker.Pass) {
	eachUse(p, declared.SourcePage, func(use declared.Use) {
		function, name := use.Path[0], use.Path[1]
		switch use.Text {
		case declared.NoPage:
			p.Reportf(use.At, "%s of a source returns nothing", function).Hintf("return an object with rows")
		case declared.PageIsList:
			p.Reportf(use.At, "%s of a source must return an object with rows, not a list", function).
				Hintf("return { rows: … }")
		case declared.PageLacksRows:
			p.Reportf(use.At, "the object that %s of a source returns lacks rows", function).Hintf("add rows")
		case declared.UnknownPageMember:
			p.Reportf(use.At, "the object that %s of a source returns has the unknown member %s", function, quoteText(name)).
				Hintf("the members are %s", allOf(use.Known)).SuggestName(name, use.Known, nil)
		case declared.CursorNotText:
			draft := p.Reportf(use.At, "the cursor that %s of a source returns must be a string, not %s", function, name)
			if name == "a number" || name == "a Date" {
				draft.Hintf("write String(…) around it, and convert the string in the next call")
			}
		case declared.CursorUnread:
			p.Reportf(use.At, "%s of a source returns a cursor, but does not read ctx.cursor", function).
				Hintf("request the page at ctx.cursor: without it, each page is the first one, and the run does not end").Warn()
		case declared.RowNotObject:
			p.Reportf(use.At, "a row that %s of a source returns must be an object with key and data, not %s", function, name).
				Hintf("write rows as { key: 'the id', data: { … } }")
		case declared.KeyNotText:
			p.Reportf(use.At, "the key of a row that %s of a source returns must be a string, not %s", function, name).
				Hintf("write String(…) around it")
		case declared.RowLacks:
			p.Reportf(use.At, "a row that %s of a source returns lacks %s", function, name).
				Hintf("write rows as { key: 'the id', data: { … } }")
		}
	})
}
