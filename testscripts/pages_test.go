package testscripts

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() {
	commands["page"] = cmdPage
	commands["files"] = cmdFiles
}

// notRun are the commands of pages that no test runs, after the page, by reason.
var notRun = map[string][]string{
	"not published yet; test/install installs the packages from a registry on loopback": {
		"README.md: npm install --global @svc/cli",
		"README.md: go install github.com/appsvc/svc/cmd/svc@latest",
		"docs/install.md: npm install --save-dev @svc/cli",
		"docs/install.md: npm install @svc/sdk",
		"docs/install.md: npx svc check",
		"docs/install.md: go install github.com/appsvc/svc/cmd/svc@latest",
		"npm/cli/README.md: npm install --save-dev @svc/cli @svc/sdk",
		"npm/cli/README.md: npx svc check",
	},
	"takes minutes; test/install makes a release and verifies it": {
		"docs/install.md: sha256sum --check --ignore-missing SHA256SUMS",
		"docs/install.md: openssl pkeyutl -verify -pubin -inkey svc-release.pub -rawin -in SHA256SUMS " +
			"-sigfile SHA256SUMS.sig",
		"docs/release.md: make release",
		"docs/release.md: make release ONLY=linux/amd64",
		"docs/release.md: make release URL=https://releases.example/v0.1.0",
		`docs/release.md: make release SVC_RELEASE_KEY="$HOME/svc-release.key"`,
	},
	"builds the binary that the scripts run": {
		"README.md: go install ./cmd/svc",
		"docs/install.md: go install ./cmd/svc",
	},
	"needs Docker": {
		"docs/install.md: docker build -t svc .",
		`docs/install.md: docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/app" svc check`,
	},
	"asks npm for its registry; the script has one on loopback": {
		"docs/install.md: export SVC_REGISTRY_URL=$(npm config get registry)",
	},
	"follows the log until it is stopped": {
		`docs/dev.md: curl -sN http://localhost:9099 | ` +
			`jq -c 'select((.trace // .card.trace // "") | startswith("0af76519"))'`,
		`docs/dev.md: curl -sN http://localhost:9099 | jq -r 'select(.event == "log") | .log.message'`,
	},
	"needs a deployed user worker; sync_served.txtar runs it with --url": {
		"docs/syncs.md: svc sync run ledger-invoices --install 1000001 --env production",
	},
	"has a placeholder; make conformance runs it": {
		"docs/adding.md: go run ./test/conformance/run -run <part of the name> -v",
	},
}

var (
	heading = regexp.MustCompile(`^#+ +(.*)$`)
	// notInSlug is what the name of a heading in links leaves out.
	notInSlug = regexp.MustCompile(`[^\w\- ]`)
	// comment is the end of a line that a shell ignores.
	comment = regexp.MustCompile(`\s+# .*$`)
	// startsCommand is a line that a block without a language must not have: its commands would not run.
	startsCommand = regexp.MustCompile(`^(\$ |(svc|npm|npx|node|go|make|curl|git|docker|export|cd) )`)
	jsonBlock     = regexp.MustCompile("(?s)```json\n(.*?)```")
	// fileBlock is a file in a page.
	fileBlock = regexp.MustCompile("(?s)```\\w+\n(?://|#) ([\\w./-]*[./][\\w./-]+)\n(.*?)```")
	// runsPage is the line of a script that runs a page or a section of it.
	runsPage = regexp.MustCompile(`(?m)^page '?([^'\s]+)`)
)

// pageCommand is one command of a page.
type pageCommand struct {
	section, text string
}

// pageCommands returns the commands of a page.
func pageCommands(t fataler, page string) []pageCommand {
	text, err := os.ReadFile(filepath.Join(repository, page))
	if err != nil {
		t.Fatalf("%v", err)
	}
	commands, stray := commandsIn(string(text))
	if stray != "" {
		t.Fatalf("%s: %q is in a block without a language: begin it with ```sh or ```console", page, stray)
	}
	return commands
}

type fataler interface{ Fatalf(string, ...any) }

// commandsIn returns the lines of sh blocks, and those of console blocks after a prompt. stray is a command in a block
// without a language, which would not run.
func commandsIn(text string) (commands []pageCommand, stray string) {
	section, language, isCode := "", "", false
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		line = strings.TrimSuffix(line, "\n")
		command, hasPrompt := strings.CutPrefix(line, "$ ")
		switch found := heading.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "```"):
			isCode, language = !isCode, strings.TrimPrefix(line, "```")
		case !isCode && found != nil:
			section = strings.ReplaceAll(notInSlug.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-")
		case isCode && language == "" && startsCommand.MatchString(line):
			return nil, line
		case isCode && (language == "sh" && line != "" || language == "console" && hasPrompt):
			commands = append(commands, pageCommand{section, strings.TrimSpace(comment.ReplaceAllString(command, ""))})
		}
	}
	return commands, ""
}

// isNotRun reports whether a command is in the list.
func isNotRun(page string, command pageCommand) bool {
	for _, commands := range notRun {
		if slices.Contains(commands, page+": "+command.text) {
			return true
		}
	}
	return false
}

// serving makes `svc dev` run until it is ready, on a free port, and end as on Ctrl-C. From then on, the shell shows
// what it runs.
const serving = `set -e
svc() {
  case "$1 ${2:--}" in
  "dev -"*) ;;
  *) command svc "$@"; return ;;
  esac
  command svc "$@" --json --port 0 --svc-log-port 0 > served.log & served=$!
  until grep -q '"ready"' served.log; do kill -0 $served; sleep 0.02; done
  kill -INT $served
  wait $served || [ $? -eq 130 ]
}
set -v
`

// cmdPage runs the commands of a page, or of a section of it, in one shell: page file[#section] [text=>replacement]...
// A replacement @FILE is the content of a file.
func cmdPage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: page file[#section] [text=>replacement]...")
	}
	var replace []string
	for _, arg := range args[1:] {
		from, to, _ := strings.Cut(arg, "=>")
		if file, isFile := strings.CutPrefix(to, "@"); isFile {
			to = strings.TrimSpace(ts.ReadFile(file))
		}
		replace = append(replace, from, to)
	}
	page, section, isSection := strings.Cut(args[0], "#")
	script := serving
	for _, command := range pageCommands(ts, page) {
		if (!isSection || command.section == section) && !isNotRun(page, command) {
			script += command.text + "\n"
		}
	}
	if script == serving {
		ts.Fatalf("%s has no commands that run", args[0])
	}
	file := filepath.Join(ts.Getenv("TMPDIR"), "page.sh")
	ts.Check(os.WriteFile(file, []byte(strings.NewReplacer(replace...).Replace(script)), 0o600))
	ts.Check(ts.Exec("/bin/sh", file))
}

// cmdFiles writes the files that a page shows: the blocks of code that begin with the path of a file in a comment, and
// the blocks of JSON, which have no comments, under the given names: files page [name]...
func cmdFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: files page [name of a JSON block]...")
	}
	page, err := os.ReadFile(filepath.Join(repository, args[0]))
	ts.Check(err)
	files := fileBlock.FindAllStringSubmatch(string(page), -1)
	for i, found := range jsonBlock.FindAllStringSubmatch(string(page), len(args)-1) {
		files = append(files, []string{"", args[i+1], found[1]})
	}
	if len(files) == 0 {
		ts.Fatalf("%s shows no files", args[0])
	}
	for _, file := range files {
		path := ts.MkAbs(file[1])
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		ts.Check(os.WriteFile(path, []byte(file[2]), 0o600))
	}
}

// TestCommandsOfPagesRun fails if a page has commands that no script in the folder pages runs, and that are not in
// notRun. The scripts themselves are part of TestScripts.
func TestCommandsOfPagesRun(t *testing.T) {
	t.Parallel()
	run := map[string]bool{}
	scripts, err := filepath.Glob("pages/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range runsPage.FindAllStringSubmatch(string(text), -1) {
			run[found[1]] = true
		}
	}
	listed := map[string]bool{}
	for _, page := range pagesWithCommands(t) {
		for _, command := range pageCommands(t, page) {
			switch {
			case isNotRun(page, command):
				listed[page+": "+command.text] = true
			case !run[page] && !run[page+"#"+command.section]:
				t.Errorf("no script runs %q of %s: add 'page %s#%s' to testscripts/pages, or the command to notRun",
					command.text, page, page, command.section)
			}
		}
	}
	for _, commands := range notRun {
		for _, command := range commands {
			if !listed[command] {
				t.Errorf("notRun has %q, which the page does not have: remove it", command)
			}
		}
	}
}

func TestCommandsInPagesAreFound(t *testing.T) {
	t.Parallel()
	page := "# First `one`\n```sh\nsvc check   # look\nsvc a \\\n  b\n```\n## B\n```console\n$ svc c\noutput\n```\n"
	got, stray := commandsIn(page)
	want := []pageCommand{{"first-one", "svc check"}, {"first-one", "svc a    b"}, {"b", "svc c"}}
	if !slices.Equal(got, want) || stray != "" {
		t.Errorf("got %q and %q, want %q", got, stray, want)
	}
	if _, stray := commandsIn("```\nsvc check\n```\n"); stray != "svc check" {
		t.Errorf("got %q, want the command in a block without a language", stray)
	}
}

// pagesWithCommands returns the pages whose commands run, from the root of the repository.
func pagesWithCommands(t *testing.T) (pages []string) {
	t.Helper()
	for _, pattern := range []string{
		"README.md", "docs/*.md", "npm/*/README.md", "sdk/README.md", "examples/*/README.md", "internal/templates/*/*.md",
	} {
		found, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("no pages match %s: %v", pattern, err)
		}
		for _, file := range found {
			name, err := filepath.Rel(repository, file)
			if err != nil {
				t.Fatal(err)
			}
			pages = append(pages, filepath.ToSlash(name))
		}
	}
	return pages
}
