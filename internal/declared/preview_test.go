package declared

import "testing"

func TestOnlyNumbersArePreviews(t *testing.T) {
	for name, want := range map[string]bool{
		"pr-7": true, "pr-1024": true, "pr-": false, "pr-7a": false, "pr7": false, "staging": false, "xpr-7": false,
	} {
		if isPreview(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
