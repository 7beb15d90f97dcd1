package testscripts

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/appsvc/svc/test/pages"
)

func init() {
	commands["page"] = cmdPage
	commands["files"] = cmdFiles
	commands["shows"] = cmdShows
	commands["looks"] = cmdLooks
}

var (
	jsonBlock = regexp.MustCompile("(?s)```json\n(.*?)```")
	// fileBlock is a file in a page.
	fileBlock = regexp.MustCompile("(?s)```\\w+\n((?://|#) ([\\w./-]*[./][\\w./-]+)\n.*?)```")
	// fixedWord is a word of an output, as opposed to a value such as an id or a number.
	fixedWord = regexp.MustCompile(`^[A-Za-z]{2,}$`)
	style     = regexp.MustCompile(`\x1b\[[\d;]*m`)
	// milliseconds are a duration that differs each time.
	milliseconds = regexp.MustCompile(`\d+ ms`)
)

// serving makes `svc dev` run until it is ready, on a free port, and end as on Ctrl-C. From then on, the shell shows
// what it runs.
const serving = `set -e
trap 'kill -KILL $served; exit 1' INT # from the time limit
svc() {
  case "$1 ${2:--}" in
  "dev -"*) ;;
  *) command svc "$@"; return ;;
  esac
  : > served.log # a shell in the background truncates it late, and the last server was ready
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
	commands, err := pages.Commands(repository, page)
	ts.Check(err)
	script := serving
	for _, command := range commands {
		if (!isSection || command.Section == section) && !pages.IsNotRun(page, command.Text) {
			script += command.Text + "\n"
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
		files = append(files, []string{"", found[1], args[i+1]})
	}
	if len(files) == 0 {
		ts.Fatalf("%s shows no files", args[0])
	}
	for _, file := range files {
		path := ts.MkAbs(file[2])
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		ts.Check(os.WriteFile(path, []byte(file[1]), 0o600))
	}
}

// cmdShows fails if no block of a page is the output of the last command, durations aside: shows page.
func cmdShows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: shows page")
	}
	page, err := os.ReadFile(filepath.Join(repository, args[0]))
	ts.Check(err)
	output := milliseconds.ReplaceAllString(ts.ReadFile("stdout")+ts.ReadFile("stderr"), "ms")
	if !strings.Contains(milliseconds.ReplaceAllString(string(page), "ms"), "```\n"+output+"```\n") {
		ts.Fatalf("%s has no block with the output of the last command", args[0])
	}
}

// cmdLooks fails if a page shows a word in the output of a command that a file with its output does not have:
// looks page file command [text=>replacement]... Values, such as ids, numbers and paths, are no words.
func cmdLooks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: looks page file command [text=>replacement]...")
	}
	page, err := os.ReadFile(filepath.Join(repository, args[0]))
	ts.Check(err)
	_, shown, found := strings.Cut(string(page), "\n$ "+args[2])
	if !found {
		ts.Fatalf("%s does not show %s", args[0], args[2])
	}
	_, shown, _ = strings.Cut(shown, "\n") // the rest of the command
	shown, _, _ = strings.Cut(shown, "\n```")
	shown, _, _ = strings.Cut(shown, "\n$ ")
	for _, arg := range args[3:] {
		from, to, _ := strings.Cut(arg, "=>")
		shown = strings.ReplaceAll(shown, from, to)
	}
	printed := map[string]bool{}
	for word := range strings.FieldsSeq(style.ReplaceAllString(ts.ReadFile(args[1]), "")) {
		printed[strings.Trim(word, ".,:;")] = true
	}
	count := 0
	for word := range strings.FieldsSeq(shown) {
		if word = strings.Trim(word, ".,:;"); fixedWord.MatchString(word) {
			if count++; !printed[word] {
				ts.Fatalf("%s shows %q in the output of %s, which does not print it", args[0], word, args[2])
			}
		}
	}
	if count == 0 {
		ts.Fatalf("%s shows no words in the output of %s", args[0], args[2])
	}
}
