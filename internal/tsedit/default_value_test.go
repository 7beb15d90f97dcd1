package tsedit

import (
	"strings"
	"testing"
)

func TestDefaultValue(t *testing.T) {
	for text, want := range map[string]string{
		"export default @'x';":                                   "a string",
		"export default @42\n":                                   "a number",
		"export default @{ a: 1 } as const;":                     "an object",
		"const a = 1;\nexport default @[A, B]\nfunction A() {}":  "a list",
		"export default @<Text>a</Text>;":                        "an element",
		"export default @<>a</>;":                                "an element",
		"export default @<Text format={a}>a</Text>;":             "an element",
		"export default @async function Card() {}":               "an async function",
		"export default @async () => <Text/>;":                   "an async function",
		"export default @async props => <Text/>;":                "an async function",
		"export default @function Card() { return <Text/>; }":    "a function",
		"export default @() => defineApp({});":                   "a function",
		"export default @(env): App => defineApp({});":           "a function",
		"export default @env => defineApp({});":                  "a function",
		"module.exports = @() => defineApp({});":                 "a function",
		"const app = 1;\nexport { @app as default };":            "",
		"export { @default } from './app';":                      "",
		"import { default as app } from './app';":                "",
		"const a = { default: 1, b: app.default };":              "",
		"export default @class extends Component {}":             "",
		"export default @<T,>(a: T) => <Text/>;":                 "",
		"export default @<T extends A>(a: T) => <Text/>;":        "",
		"export default @<const T>(a: T) => <Text/>;":            "",
		"export default @[A, B][0];":                             "",
		"export default @{ a: A }.a;":                            "",
		"export default @memo(Card);":                            "",
		"export default @async;":                                 "",
		"export default @Card;":                                  "",
		"export default @'x'.length === 1 ? A : B;":              "",
		"export const a = 1;":                                    "",
		"// export default 'x'\nexport default @() => <Text/>;":  "a function",
		"const b = `export default 'x'`;\nexport default @Card;": "",
	} {
		value, at := DefaultValue(strings.Replace(text, "@", "", 1))
		if value != want || at != strings.Index(text, "@") {
			t.Errorf("%s: %q at %d", text, value, at)
		}
	}
}
