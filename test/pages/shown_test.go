package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var consoleBlock = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

// shownElsewhere are commands whose output another test compares.
var shownElsewhere = map[string]string{
	"docs/dashboard.md svc dev": "TestFirstStartOfABrokenAppShowsItsFindingsAndWaits",
	"docs/dev.md svc dev":       "TestFirstStartOfABrokenAppShowsItsFindingsAndWaits",
	"docs/testing.md svc test":  "testscripts/test/test_results.txtar, which has a fixture that fails",
}

// A script compares the words of each output that a page shows: looks page file command.
func TestOutputsThatPagesShowAreCompared(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	all, err := All(root)
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob(filepath.Join(root, "testscripts", "pages", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, script := range scripts {
		content, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(content)
	}
	looks := regexp.MustCompile(`(?m)looks (\S+) shown '([^']+)'`).FindAllStringSubmatch(text.String(), -1)
	count := 0
	for _, page := range all {
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range consoleBlock.FindAllStringSubmatch(string(content), -1) {
			for part := range strings.SplitSeq("\n"+block[1], "\n$ ") {
				command, output, _ := strings.Cut(part, "\n")
				if strings.TrimSpace(output) == "" || shownElsewhere[page+" "+command] != "" {
					continue
				}
				compared := false
				for _, look := range looks {
					compared = compared || look[1] == page && strings.HasPrefix(command, look[2])
				}
				if count++; !compared {
					t.Errorf("%s shows what %q prints: compare it in a script with looks", page, command)
				}
			}
		}
	}
	if count == 0 {
		t.Error("no page shows an output")
	}
}
