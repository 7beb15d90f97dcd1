package tsedit

import "testing"

func FuzzEditsStayInTheText(f *testing.F) {
	f.Add("{ scopes: ['a'], x: `${a}` }", 2)
	f.Add("import 'a' with {}; const a = b(); export default a;", 30)
	f.Add("{ a: [b, // c\n] }", 2)
	f.Add("'", 0)
	f.Add("f(a.b ?? a.c ?? d", 9)
	f.Add("const { a } = (await b.c(d)).e as f", 14)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if at < 0 || at > len(text) {
			return
		}
		_, _, _ = ReadsPlainly(text, at), HasUntypedName(text, at), HasUntypedResult(text, at)
		_, _ = DefaultValue(text)
		_ = IsFallback(text, at, []string{"b"})
		_, _, _ = ReadOf(text, at), AsksFor(text, "b"), Quotes(text, "b")
		for _, edits := range [][]Edit{
			ExportDefault(text, at), Register(text, at, "x", "./x"), Use(text, "x", "./x"), AppendString(text, at, "x"),
			AddElement(text, at, "x\n  y"), AddMember(text, at, "x"), Await(text, at), AddImport(text, "x", "x"),
			Replace(text, at, "a", "x"), AwaitResult(text, at),
			Rename(text, at, "a", "x"),
			CorrectMember(text, at, "a", "x", "y"), RemoveString(text, at, 1, "a"),
			ReadEnv(text, 0, at, "a"),
		} {
			last := 0
			for _, e := range edits {
				if e.Start < last || e.End < e.Start || e.End > len(text) {
					t.Errorf("%+v is outside, or overlaps", e)
				}
				last = e.End
			}
		}
	})
}
