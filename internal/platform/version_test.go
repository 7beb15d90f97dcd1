package platform

import (
	"slices"
	"strings"
	"testing"
)

func TestParseVersionReturnsYearMonthAndBeta(t *testing.T) {
	for text, want := range map[string]Version{
		"2025.2":       {2025, 2, false},
		"2026.03":      {2026, 3, false},
		"2026.09-beta": {2026, 9, true},
		"2027.12":      {2027, 12, false},
	} {
		got, err := ParseVersion(text)
		if err != nil || got != want {
			t.Errorf("ParseVersion(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestParseVersionRejectsInvalidVersions(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "such as 2026.09",
		"latest":            "such as 2026.09",
		"2026":              "such as 2026.09",
		"2026.":             "such as 2026.09",
		"2026.003":          "such as 2026.09",
		"26.03":             "such as 2026.09",
		"2026.03-rc":        "such as 2026.09",
		"2026.03-beta1":     "such as 2026.09",
		" 2026.03":          "such as 2026.09",
		"2026.03\n":         "such as 2026.09",
		"2026.13":           "expected a month from 1 to 12",
		"2026.0":            "expected a month from 1 to 12",
		"2026.\u0660\u0661": "such as 2026.09",
	} {
		_, err := ParseVersion(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseVersion(%q): %v; want an error with %q", text, err, want)
		}
	}
}

func TestKnownVersionsAreSorted(t *testing.T) {
	order := []string{"2025.1", "2025.2", "2026.03-beta", "2026.03", "2026.09-beta", "2026.09", "2027.03-beta"}
	for i, text := range order {
		v := mustParse(t, text)
		for j, other := range order {
			if got, want := v.compare(mustParse(t, other)), sign(i-j); got != want {
				t.Errorf("%s compared with %s is %d, want %d", text, other, got, want)
			}
		}
		if got, want := v.IsKnown(), slices.Contains(KnownVersions(), text); got != want {
			t.Errorf("%s is known: %v, want %v", text, got, want)
		}
	}
	if !slices.Contains(KnownVersions(), LatestVersion) {
		t.Errorf("the latest version %s is not known", LatestVersion)
	}
}

func TestMcpServerNeeds202609Beta(t *testing.T) {
	for text, want := range map[string]bool{
		"2025.2": false, "2026.03": false, "2026.09-beta": true, "2026.09": true, "2027.03": true,
	} {
		if got := mustParse(t, text).Has(McpServer); got != want {
			t.Errorf("%s has %s: %v, want %v", text, McpServer, got, want)
		}
	}
}

func TestFeaturesHaveValidVersions(t *testing.T) {
	for feature, text := range featureVersions {
		if _, err := ParseVersion(text); err != nil {
			t.Errorf("%s needs %q: %v", feature, text, err)
		}
	}
}

func TestVersionStringIsThePlatformsSpelling(t *testing.T) {
	for text, want := range map[string]string{
		"2025.02": "2025.2", "2025.2": "2025.2", "2026.3": "2026.03", "2026.9-beta": "2026.09-beta", "2030.1": "2030.01",
	} {
		if got := mustParse(t, text).String(); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
	}
}

func FuzzParseVersion(f *testing.F) {
	for _, text := range []string{"2025.2", "2026.09-beta", "2026.13", "2026.", "-beta", "2026.09-beta-beta", "٢٠٢٦.٠٣"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseVersion(text)
		if err != nil {
			return
		}
		again, err := ParseVersion(v.String())
		if err != nil || again != v || v.compare(again) != 0 {
			t.Errorf("%q reads as %+v, is written %q, and reads as %+v, %v", text, v, v, again, err)
		}
	})
}

func mustParse(t *testing.T, text string) Version {
	t.Helper()
	v, err := ParseVersion(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func sign(n int) int { return max(-1, min(1, n)) }
