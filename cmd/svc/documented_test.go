package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/appsvc/svc/internal/cli"
)

var (
	codeBlock   = regexp.MustCompile("(?s)```\\w*\\n(.*?)```")
	inlineCode  = regexp.MustCompile("`([^`\n]+)`")
	commandLine = regexp.MustCompile(`(?m)(?:^|\$ |&& |\| |npx )svc +([^\n]*)`)
	// lineEnd is where the arguments of a command end: a comment, a pipe, another command or a redirection.
	lineEnd = regexp.MustCompile(`\s(#|\||&&|>|2>|<\s|\\$)|[;)]`)
	quoted  = regexp.MustCompile(`'[^']*'|"[^"]*"`)
)

// TestDocumentedCommandsExist fails if a page names a command or a flag that svc does not have.
func TestDocumentedCommandsExist(t *testing.T) {
	checked := 0
	for _, pattern := range []string{
		"../../*.md", "../../llms.txt", "../../docs/*.md", "../../docs/sdk/*.md", "../../docs/cli/*.md",
		"../../internal/templates/*/*.md",
		"../../internal/templates/*/*/*.md", "../../examples/*/*.md", "../../npm/*/*.md", "../../sdk/*.md",
	} {
		pages, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range documentedLines(string(text)) {
				checked++
				if err := parses(line); err != nil {
					t.Errorf("%s: 'svc %s': %v", page, line, err)
				}
			}
		}
	}
	if checked < 300 {
		t.Errorf("found %d command lines, want at least 300", checked)
	}
}

// documentedLines returns the command lines in the code of a page, without svc.
func documentedLines(page string) (lines []string) {
	var code []string
	for _, block := range codeBlock.FindAllStringSubmatch(page, -1) {
		code = append(code, block[1])
	}
	for _, inline := range inlineCode.FindAllStringSubmatch(codeBlock.ReplaceAllString(page, ""), -1) {
		code = append(code, inline[1])
	}
	for _, text := range code {
		for _, found := range commandLine.FindAllStringSubmatch(text, -1) {
			line := found[1] + " "
			if at := lineEnd.FindStringIndex(line); at != nil {
				line = line[:at[0]]
			}
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// parses returns an error for a command line with an unknown command or flag. Placeholders such as <id> are arguments.
func parses(line string) error {
	words := strings.Fields(quoted.ReplaceAllString(line, "x"))
	for i, word := range words {
		words[i], _, _ = strings.Cut(strings.TrimSuffix(word, ","), `\|`) // of alternatives the first
	}
	cmd, rest, err := newRootCommand(&cli.Env{Getenv: func(string) string { return "" }}, "").Find(words)
	if err != nil {
		return err
	}
	err = cmd.ParseFlags(rest)
	invalid, isInvalid := errors.AsType[*pflag.InvalidValueError](err)
	_, isBare := errors.AsType[*pflag.ValueRequiredError](err) // a text names a flag without a value
	switch {
	case isInvalid && strings.ToUpper(invalid.GetValue()) != invalid.GetValue() && invalid.GetValue()[0] != '<':
		return err
	case err != nil && !isInvalid && !isBare && !errors.Is(err, pflag.ErrHelp):
		return err
	}
	if cmd.HasAvailableSubCommands() && !acceptsNames(cmd) && cmd.Flags().NArg() > 0 {
		return errors.New("unknown command " + cmd.Flags().Arg(0))
	}
	return nil
}

// acceptsNames reports whether the words after a group of commands stand for any command.
func acceptsNames(cmd *cobra.Command) bool {
	return slices.Contains([]string{"<command>", "[flags]"}, cmd.Flags().Arg(0))
}

func TestDocumentedLinesAreParsed(t *testing.T) {
	for line, want := range map[string]bool{
		"check --fix": true, "dev invoke hello -i '{\"a b\": 1}'": true, "sync list\\|show": true, "test --repeat N": true,
		"<command> --help": true, "chekc": false, "check --wach": false, "sync nope": false, "dev nope": false,
		"simulate hello --calls abc": false,
	} {
		if err := parses(line); (err == nil) != want {
			t.Errorf("svc %s: %v, want success: %v", line, err, want)
		}
	}
}

// namedCommand is a command line in a message.
var namedCommand = regexp.MustCompile(`'svc ([^'"\n]+)'`)

// TestMessagesNameCommandsThatExist is TestDocumentedCommandsExist for the messages in the source.
func TestMessagesNameCommandsThatExist(t *testing.T) {
	checked := 0
	for _, folder := range []string{"../../internal", "../../sdk/src", "../../dashboard/src"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			extension := filepath.Ext(path)
			if err != nil || extension != ".go" && extension != ".ts" && extension != ".tsx" || isTest(path) {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range namedCommand.FindAllStringSubmatch(string(text), -1) {
				line := strings.ReplaceAll(found[1], "%s", "")
				if strings.HasPrefix(line, " ") || strings.HasSuffix(line, " v1") {
					continue // a name that is inserted, and the purpose of a key
				}
				checked++
				if err := parses(line); err != nil {
					t.Errorf("%s: 'svc %s': %v", path, line, err)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked < 100 {
		t.Errorf("found %d commands in messages, want at least 100", checked)
	}
}

func isTest(path string) bool {
	name := filepath.Base(path)
	return strings.HasSuffix(name, "_test.go") || strings.Contains(name, ".test.ts") ||
		strings.Contains(path, "/testdata/")
}
