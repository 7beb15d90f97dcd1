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
	body    []byte
	exports [][2]string // exported name, local name
}

// exportClause matches the end of a module by esbuild: `export {`, one name per line, `};`.
var exportClause = lazyregexp.New(`^\nexport \{\n((?:  [\w$]+(?: as [\w$]+)?,?\n)+)\};\s*$`)

// hasModuleSyntax reports whether the text may have syntax that a script cannot have. For a match in a string literal
// the SDK is bundled. It looks for what the words have in common, to read the text once: the start of a check waits.
func hasModuleSyntax(text []byte) bool {
	const common, before = "port", len("im")
	for at := 0; ; at += len(common) {
		next := bytes.Index(text[at:], []byte(common))
		if next < 0 {
			return false
		}
		if at += next; at < before {
			continue
		}
		word, rest := text[at-before:], text[at+len(common):]
		startsLine := at == before || text[at-before-1] == '\n'
		switch isImport := bytes.HasPrefix(word, []byte("im")); {
		case isImport && (bytes.HasPrefix(rest, []byte("(")) || bytes.HasPrefix(rest, []byte(".meta"))):
			return true
		case isImport && startsLine && len(rest) > 0 && bytes.IndexByte([]byte(" {*"), rest[0]) >= 0:
			return true
		case startsLine && bytes.HasPrefix(word, []byte("export ")):
			return true
		}
	}
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
	start := bytes.LastIndex(text, []byte("\nexport {"))
	if start < 0 {
		return nil
	}
	clause := exportClause().FindSubmatch(text[start:])
	module := &sdkModule{body: text[:start]}
	if clause == nil || hasModuleSyntax(module.body) {
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
	b.WriteString("var " + SDKGlobal + " = (() => {\n\"use strict\";\n")
	b.Write(m.body)
	b.WriteString("\nreturn {\n")
	for _, export := range m.exports {
		b.WriteString(export[0] + ": " + export[1] + ",\n")
	}
	b.WriteString("};\n})();\n")
	return b.Bytes()
}
