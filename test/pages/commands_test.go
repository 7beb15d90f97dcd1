package pages

import (
	"slices"
	"testing"
)

func TestCommandsInPagesAreFound(t *testing.T) {
	t.Parallel()
	page := "# First `one`\n```sh\nsvc check   # look\nsvc a \\\n  b\n```\n## B\n```console\n$ svc c\noutput\n```\n"
	got, stray := commandsIn(page)
	want := []Command{{"first-one", "svc check"}, {"first-one", "svc a    b"}, {"b", "svc c"}}
	if !slices.Equal(got, want) || stray != "" {
		t.Errorf("got %q and %q, want %q", got, stray, want)
	}
	if _, stray := commandsIn("```\nsvc check\n```\n"); stray != "svc check" {
		t.Errorf("got %q, want the command in a block without a language", stray)
	}
}
