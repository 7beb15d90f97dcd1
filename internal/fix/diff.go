package fix

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff returns the differences of two texts of a file in the form of `git diff`, "" if they are equal.
func Diff(file, old, new string) string {
	text := string(diff.Diff("a/"+file, []byte(old), "b/"+file, []byte(new)))
	_, text, _ = strings.Cut(text, "\n") // the command line
	return text
}
