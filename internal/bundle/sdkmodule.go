package bundle

import (
	"bytes"
	"io/fs"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// sdkModule is a module without imports that ends in one export clause, as the SDK is published. It is used without
// bundling, which would double the time of a small check.
type sdkModule struct {
	body    string
	exports [][2]string // exported name, local name
}

// exportClause matches the end of a module by esbuild: `export {`, one name per line, `};`.
var exportClause = lazyregexp.New(`^\nexport \{\n((?:  [\w$]+(?: as [\w$]+)?,?\n)+)\};\s*$`)

// hasModuleSyntax reports whether the text may have syntax that a script cannot have. For a match in a string literal
// the SDK is bundled.
func hasModuleSyntax(text string) bool {
	for _, word := range []string{"\nimport ", "\nimport{", "\nimport*", "\nexport ", "import(", "import.meta"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// readModule parses the module of "@svc/sdk". It returns nil for a module of another form.
func (s *SDK) readModule() *sdkModule {
	text, err := fs.ReadFile(s.files, s.entries["."])
	if err != nil {
		return nil
	}
	return parseModule(text)
}

// ModuleScript returns a module as a script that defines SDKGlobal, false if it does not have the form in which
// "@svc/sdk" is published.
func ModuleScript(text []byte) ([]byte, bool) {
	module := parseModule(text)
	if module == nil {
		return nil, false
	}
	return module.script(), true
}

func parseModule(text []byte) *sdkModule {
	start := strings.LastIndex(string(text), "\nexport {")
	if start < 0 {
		return nil
	}
	clause := exportClause().FindSubmatch(text[start:])
	module := &sdkModule{body: string(text[:start])}
	if clause == nil || hasModuleSyntax("\n"+module.body) {
		return nil
	}
	for _, line := range strings.Split(strings.TrimSpace(string(clause[1])), "\n") {
		local, name, renamed := strings.Cut(strings.Trim(line, " ,"), " as ")
		if !renamed {
			name = local
		}
		module.exports = append(module.exports, [2]string{name, local})
	}
	return module
}

func (m *sdkModule) names() []string {
	names := make([]string, len(m.exports))
	for i, export := range m.exports {
		names[i] = export[0]
	}
	return names
}

func (m *sdkModule) script() []byte {
	var b bytes.Buffer
	b.WriteString("var " + SDKGlobal + " = (() => {\n\"use strict\";\n" + m.body + "\nreturn {\n")
	for _, export := range m.exports {
		b.WriteString(export[0] + ": " + export[1] + ",\n")
	}
	b.WriteString("};\n})();\n")
	return b.Bytes()
}
