package rules

import (
	"slices"
	"strings"
	"testing"
)

func TestTemplateNamesReturnsProperties(t *testing.T) {
	for template, want := range map[string][]string{
		"":                            nil,
		"plain { words }":             nil,
		"{{a}} and {{ b }} and {{a}}": {"a", "b"},
		"{{{a}}}{{&b}}{{~c~}}":        {"a", "b", "c"},
		"{{a.b.c}}{{d[0].e}}":         {"a", "d"},
		"{{#formatDate at format=\"short\"}}{{/formatDate}}": {"at"},
		"{{formatDate at}}":                         {"at"},
		"{{#each rows}}{{inner}}{{/each}}{{outer}}": {"rows", "outer"},
		"{{^a}}no{{/a}}":                            nil,
		"{{! a comment }}":                          nil,
		"{{#if a}}{{else}}{{/if}}":                  {"a", "else"},
	} {
		got, problem := templateNames(template)
		if problem != "" || !slices.Equal(got, want) {
			t.Errorf("%q names %q (%s), want %q", template, got, problem, want)
		}
	}
}

func TestTemplateNamesReportsMalformedTemplates(t *testing.T) {
	for template, want := range map[string]string{
		"{{a":                  `"{{" without "}}"`,
		"a}}":                  `"}}" without "{{"`,
		"{{}}":                 "{{}} is empty",
		"{{#}}":                "{{#}} has no name",
		"{{#if a}}":            "{{#if}} is not closed",
		"{{/if}}":              "{{/if}} closes no block",
		"{{#if a}}{{/unless}}": "{{/unless}} closes no block",
	} {
		if _, problem := templateNames(template); problem != want {
			t.Errorf("%q: %q, want %q", template, problem, want)
		}
	}
}

func FuzzTemplateNames(f *testing.F) {
	for _, seed := range []string{"{{a}}", "{{#if a}}{{/if}}", "{{{a}}}", "}}{{", "{{!}}", "{{{{{{"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, template string) {
		names, problem := templateNames(template)
		if problem != "" && names != nil {
			t.Errorf("%q gives both names and the problem %q", template, problem)
		}
		for _, name := range names {
			if name == "" || !strings.Contains(template, name) {
				t.Errorf("%q does not name %q", template, name)
			}
		}
	})
}
