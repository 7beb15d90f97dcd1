package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/jsvm/differences"
	"github.com/appsvc/svc/test/generated"
)

//go:generate go test . -run TestGeneratedDocsAreCurrent -update

var update = flag.Bool("update", false, "write the generated documents")

const (
	docsFolder    = "../../docs"
	generatedMark = "<!-- Made by `make generate` from the tool itself. Change the tool, not this file. -->\n\n"
	sdkMark       = "<!-- Made by `make generate` from sdk/src. Change the comments there, not this file. -->\n\n"
)

// generatedFolders are the folders of docs whose pages are all generated.
var generatedFolders = []string{"cli", "sdk"}

// TestGeneratedDocsAreCurrent makes docs/rules.md and docs/cli from the tool's own data and docs/sdk from the types of
// the SDK, or compares them with it.
func TestGeneratedDocsAreCurrent(t *testing.T) {
	pages := commandPages(newRootCommand(&cli.Env{Getenv: func(string) string { return "" }}, ""))
	pages["rules.md"], pages["engine.md"], pages["../llms.txt"] = rulesPage(), enginePage(), llmsPage(t)
	maps.Copy(pages, sdkPages(t))
	if *update {
		writePages(t, pages)
	}
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(docsFolder, filepath.FromSlash(name)))
		if err != nil {
			t.Errorf("%v: run make generate", err)
		} else if diff := cmp.Diff(string(got), want); diff != "" {
			t.Errorf("docs/%s is out of date: run make generate (-file +tool)\n%s", name, diff)
		}
	}
	for _, folder := range generatedFolders {
		written, err := filepath.Glob(filepath.Join(docsFolder, folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range written {
			if _, known := pages[folder+"/"+filepath.Base(file)]; !known {
				t.Errorf("docs/%s/%s is not generated: run make generate", folder, filepath.Base(file))
			}
		}
	}
}

// sdkPages returns docs/sdk. The generator needs Node and the npm packages of the repository.
func sdkPages(t *testing.T) map[string]string {
	t.Helper()
	out := generated.Output(t, "../..", "reference.mjs")
	var made map[string][2]string // title and text, by the name of the file
	if err := json.Unmarshal(out, &made); err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for name, page := range made {
		pages["sdk/"+name] = "# " + page[0] + "\n\n" + sdkMark + page[1]
	}
	return pages
}

func writePages(t *testing.T, pages map[string]string) {
	t.Helper()
	for _, folder := range generatedFolders {
		if err := os.RemoveAll(filepath.Join(docsFolder, folder)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range pages {
		file := filepath.Join(docsFolder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// enginePage returns docs/engine.md.
func enginePage() string {
	return "# The local engine\n\n" + generatedMark +
		"`svc check`, `svc dev`, `svc dev invoke`, `svc test` and `svc simulate` run TypeScript in an engine inside the binary\n" +
		"(goja with the web APIs of svc). The edge runs it in workerd. This page lists where they differ, and what to do.\n" +
		"Conformance cases test that the rest is the same.\n\n" +
		"A built-in that the local engine lacks throws a `ReferenceError` that names it, and what to do: `HTMLRewriter is not\n" +
		"available in svc's local engine; it does exist on the edge: use a package such as cheerio`. `svc build` and `svc deploy`\n" +
		"are not affected. Code that tests for a feature first (`typeof Intl.Segmenter`) finds the same names as on the edge,\n" +
		"unless the table says \"undefined\".\n" + differences.Markdown()
}

// rulesPage returns docs/rules.md.
func rulesPage() string {
	var b strings.Builder
	b.WriteString("# The rules of `svc check`\n\n" + generatedMark)
	b.WriteString("An error breaks the contract: the app does not work, or a platform rejects it. A warning is a\n" +
		"platform's limit, or advice. `svc explain <rule>` prints one of these entries.\n\n" +
		"To suppress a finding, write a comment with a reason on the line above it:\n\n" +
		"```ts\n// svc-ignore <rule> -- why it is correct here\n```\n\n")
	b.WriteString("| Rule | Severity | Requirement |\n|---|---|---|\n")
	topics := cmdutil.RuleTopics()
	for _, topic := range topics {
		fmt.Fprintf(
			&b, "| [`%s`](#%s) | %s | %s |\n", topic.ID, topic.ID, topic.Level,
			strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`).Replace(topic.Title),
		)
	}
	for _, topic := range topics {
		fmt.Fprintf(&b, "\n## %s\n\n%s", topic.ID, topic.Markdown())
	}
	return b.String()
}

// llmsPage returns llms.txt (https://llmstxt.org), the index of the documentation for language models.
func llmsPage(t *testing.T) string {
	t.Helper()
	index, err := os.ReadFile(filepath.Join(docsFolder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, sections, _ := strings.Cut(string(index), "\n## ")
	links := strings.NewReplacer("](../", "](", "](", "](docs/")
	return "# svc\n\n" +
		"> Declare a CRM app in TypeScript: tools, cards, webhook triggers, syncs, app objects, events and billing. svc\n" +
		"> checks every declaration, runs the app locally against an emulated CRM, and deploys it to an edge platform and\n" +
		"> the CRM. It is one binary; `@svc/sdk` is the TypeScript package.\n\n" +
		"`svc docs <page>` prints each page offline, `svc <command> --help` a command, `svc explain <rule>` a rule.\n\n" +
		"## " + links.Replace(sections)
}

// commandPages returns docs/cli: one page per visible command.
func commandPages(root *cobra.Command) map[string]string {
	pages := map[string]string{}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.Hidden || cmd.Name() == "help" {
			return
		}
		pages["cli/"+pageName(cmd)] = commandPage(cmd)
		for _, child := range cmd.Commands() {
			visit(child)
		}
	}
	visit(root)
	return pages
}

func pageName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "_") + ".md"
}

// commandPage returns the help of a command as a page.
func commandPage(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s%s.\n\n```\n%s\n```\n", cmd.CommandPath(), generatedMark, cmd.Short, cmd.UseLine())
	if cmd.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", spaced(strings.TrimSpace(cmd.Long)))
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\n## Examples\n\n```sh\n%s\n```\n", unindent(cmd.Example))
	}
	cmd.InitDefaultHelpFlag()
	if flags := cmd.NonInheritedFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(&b, "\n## Flags\n\n```\n%s```\n", flags.FlagUsages())
	}
	b.WriteString(childList(cmd, "", "Commands"))
	for _, group := range cmd.Groups() {
		b.WriteString(childList(cmd, group.ID, strings.TrimSuffix(group.Title, ":")))
	}
	return b.String()
}

// childList returns the section with the subcommands of a group.
func childList(cmd *cobra.Command, group, title string) string {
	var children []string
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() && child.GroupID == group && child.Name() != "help" {
			children = append(children, fmt.Sprintf("- [%s](%s): %s", child.CommandPath(), pageName(child), child.Short))
		}
	}
	if len(children) == 0 {
		return ""
	}
	return fmt.Sprintf("\n## %s\n\n%s\n", title, strings.Join(children, "\n"))
}

// spaced makes indented lines a code block: Markdown requires an empty line before it.
func spaced(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "   ") {
			continue
		}
		lines[i] = " " + line
		if i > 0 && lines[i-1] != "" && !strings.HasPrefix(lines[i-1], "\n ") && !strings.HasPrefix(lines[i-1], " ") {
			lines[i] = "\n " + line
		}
	}
	return strings.Join(lines, "\n")
}

// unindent removes the indentation of examples in help texts.
func unindent(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}
