package typo

import "testing"

func TestNearestFindsTheIntendedWord(t *testing.T) {
	words := []string{"handler", "label", "objectType", "input", "output", "missing-config"}
	for word, want := range map[string]string{
		"handlr":         "handler",
		"hnadler":        "handler",
		"objecttype":     "objectType",
		"object_type":    "objectType",
		"object-types":   "objectType",
		"imput":          "input",
		"missing_config": "missing-config",
		"missing-confg":  "missing-config",
		"colour":         "",
		"x":              "",
		"":               "",
		"label":          "",
	} {
		if got := Nearest(word, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestNearestPrefersTheFirstOfEquals(t *testing.T) {
	if got := Nearest("catd", []string{"cats", "cat"}); got != "cats" {
		t.Errorf("got %q, want the first of two words at the same distance", got)
	}
}

func TestDistanceCountsASwapOnce(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "acb", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
