package semver

import "testing"

func TestVersionsAreComparedByNumber(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		older bool
	}{
		{"0.9.0", "0.10.0", true}, {"0.10.0", "0.9.0", false}, {"1.0", "1.0.1", true}, {"1.0.0", "1.0.0", false},
		{"1.0.0-rc.1", "1.0.0", true}, {"1.0.0", "1.0.0-rc.1", false}, {"1.0.0-a", "1.0.0-b", true},
		{"1.0.0-rc.9", "1.0.0-rc.10", true}, {"1.0.0-rc.10", "1.0.0-rc.9", false}, {"", "1", true}, {"x", "y", false},
	} {
		if got := IsOlder(c.a, c.b); got != c.older {
			t.Errorf("IsOlder(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestOnlyVersionsAreValid(t *testing.T) {
	for text, want := range map[string]bool{
		"0.1.0": true, "10.20.30": true, "1.2.3-rc.1": true, "1.2.3-rc..1": false, "": false,
		"1.2": false, "v1.2.3": false, "1.2.3-": false,
		"1.2.3\n": false, "1.2.3-\x1b[2J": false, "1.2.3 && rm": false,
	} {
		if IsValid(text) != want {
			t.Errorf("IsValid(%q) = %v", text, !want)
		}
	}
}
