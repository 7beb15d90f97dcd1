// Package pages reads the commands that the pages for users show. Scripts in testscripts/pages run them.
package pages

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

var (
	heading = lazyregexp.New(`^#+ +(.*)$`)
	// notInSlug is what the name of a heading in links leaves out.
	notInSlug = lazyregexp.New(`[^\w\- ]`)
	// comment is the end of a line that a shell ignores.
	comment = lazyregexp.New(`\s+# .*$`)
	// startsCommand is a line that a block without a language must not have: its commands would not run.
	startsCommand = lazyregexp.New(`^(\$ |(svc|npm|npx|node|go|make|curl|git|docker|export|cd) )`)
)

// Command is one command of a page.
type Command struct {
	// Section is the name of its heading in links.
	Section string
	Text    string
}

// All returns the pages whose commands run, as paths from the root of the repository.
func All(root string) (pages []string, err error) {
	for _, pattern := range []string{
		"README.md", "docs/*.md", "npm/*/README.md", "sdk/README.md", "examples/*/README.md", "internal/templates/*/*.md",
	} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("no pages match %s: %w", pattern, err)
		}
		for _, file := range found {
			name, err := filepath.Rel(root, file)
			if err != nil {
				return nil, err
			}
			pages = append(pages, filepath.ToSlash(name))
		}
	}
	return pages, nil
}

// Commands returns the commands of a page.
func Commands(root, page string) ([]Command, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
	if err != nil {
		return nil, err
	}
	commands, stray := commandsIn(string(text))
	if stray != "" {
		return nil, fmt.Errorf("%s: %q is in a block without a language: begin it with ```sh or ```console", page, stray)
	}
	return commands, nil
}

// commandsIn returns the lines of sh blocks, and those of console blocks after a prompt. stray is a command in a block
// without a language, which would not run.
func commandsIn(text string) (commands []Command, stray string) {
	section, language, isCode := "", "", false
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		line = strings.TrimSuffix(line, "\n")
		command, hasPrompt := strings.CutPrefix(line, "$ ")
		switch found := heading().FindStringSubmatch(line); {
		case strings.HasPrefix(line, "```"):
			isCode, language = !isCode, strings.TrimPrefix(line, "```")
		case !isCode && found != nil:
			section = strings.ReplaceAll(notInSlug().ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-")
		case isCode && language == "" && startsCommand().MatchString(line):
			return nil, line
		case isCode && (language == "sh" && line != "" || language == "console" && hasPrompt):
			commands = append(commands, Command{section, strings.TrimSpace(comment().ReplaceAllString(command, ""))})
		}
	}
	return commands, ""
}
