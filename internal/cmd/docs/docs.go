// Package docs implements `svc docs`, which prints the documentation in the terminal.
package docs

import (
	"fmt"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// topicDocument is the output of --json for a topic.
type topicDocument struct {
	SchemaVersion int    `json:"schemaVersion"`
	Topic         string `json:"topic"`
	Title         string `json:"title"`
	Markdown      string `json:"markdown"`
}

// listDocument is the output of --json without a topic.
type listDocument struct {
	SchemaVersion int     `json:"schemaVersion"`
	Topics        []topic `json:"topics"`
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "docs [topic]",
		Short: "Read the documentation in the terminal",
		Long: `Print a page of the documentation, which is part of svc, or a section of it as <page>#<section>. Without a
topic, print the index by task. 'svc docs sdk' is the reference of the SDK, and a name of the SDK is a topic.
A pipe gets the page in Markdown.

For rules and error codes, use 'svc explain'; for commands, use --help.

Exit codes: 0 success, 2 unknown topic, 3 internal error.`,
		Example: `  svc docs
  svc docs dev
  svc docs runtime#billing | less
  svc docs HandlerContext`,
		Args: cmdutil.MaximumArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return completions(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := index
			if len(args) == 1 {
				name = nameOf(strings.TrimPrefix(args[0], "docs/"))
			}
			if name == index && asJSON {
				return listTopics(env)
			}
			if page, anchor, isName := reference(name); isName {
				name = page + "#" + anchor
			}
			found, err := find(cmd.Root(), name)
			if err != nil {
				return err
			}
			if asJSON {
				return env.JSON(topicDocument{1, name, found.title(), string(found)})
			}
			page, _, _ := strings.Cut(name, "#")
			return env.Page(string(found), func(target string) string { return command(page, target) })
		},
	}
	cmdutil.AddJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}

func listTopics(env *cli.Env) error {
	topics, err := topics()
	if err != nil {
		return err
	}
	return env.JSON(listDocument{1, topics})
}

// find returns the page or section of a topic.
func find(root *cobra.Command, name string) (text, error) {
	page, section, isSection := strings.Cut(name, "#")
	all, err := topics()
	if err != nil {
		return "", err
	}
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Name
	}
	found, known := read(page)
	if !known {
		fix := "run 'svc docs' for the list"
		for _, cmd := range root.Commands() {
			if cmd.Name() == page {
				fix = fmt.Sprintf("run 'svc %s --help', or 'svc docs' for the list of topics", page)
			}
		}
		return "", cli.Usage(fmt.Sprintf("unknown topic %q", page), cli.Suggest(page, append(names, references()...), fix))
	}
	if !isSection {
		return found, nil
	}
	if part, ok := found.section(section); ok {
		return part, nil
	}
	sections := found.sections()
	return "", cli.Usage(
		fmt.Sprintf("unknown section %q of %s", section, page),
		cli.Suggest(section, sections, cli.ListNames("use one of", sections)),
	)
}

// command returns the command that shows the target of a link on a page.
func command(page, target string) string {
	file, section, _ := strings.Cut(target, "#")
	folder := path.Dir(page)
	if _, isFolder := read(page + "/" + index); isFolder {
		folder = page
	}
	name := nameOf(path.Join(folder, file))
	switch {
	case file == "":
		name = page
	case path.Dir(name) == "cli":
		return strings.ReplaceAll(path.Base(name), "_", " ") + " --help"
	}
	if _, known := read(name); !known {
		return ""
	}
	if section != "" {
		name += "#" + section
	}
	return "svc docs " + name
}
