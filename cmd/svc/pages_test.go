package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/appsvc/svc/test/pages"
)

const repository = "../.."

// runsPage is the line of a script that runs the commands of a page, or of a section of it.
var runsPage = regexp.MustCompile(`(?m)^page '?([^'\s]+)`)

// TestCommandsOfPagesRun fails if a page has commands that no script in testscripts/pages runs, and that are not in the
// list of package pages.
func TestCommandsOfPagesRun(t *testing.T) {
	all, err := pages.All(repository)
	if err != nil {
		t.Fatal(err)
	}
	run, listed := pagesThatRun(t), []string{}
	for _, page := range all {
		commands, err := pages.Commands(repository, page)
		if err != nil {
			t.Error(err)
		}
		for _, command := range commands {
			section := page + "#" + command.Section
			switch {
			case pages.IsNotRun(page, command.Text):
				listed = append(listed, page+": "+command.Text)
			case !run[page] && !run[section]:
				t.Errorf("no script runs %q: add 'page %s' to one in testscripts/pages, or the command to "+
					"test/pages/notrun.go", command.Text, section)
			}
		}
	}
	for _, command := range pages.NotRun() {
		if !slices.Contains(listed, command) {
			t.Errorf("test/pages/notrun.go has %q, which the page does not have: remove it", command)
		}
	}
}

// pagesThatRun returns the pages and sections that scripts run.
func pagesThatRun(t *testing.T) map[string]bool {
	t.Helper()
	run := map[string]bool{}
	scripts, err := filepath.Glob(repository + "/testscripts/pages/*.txtar")
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
	return run
}
