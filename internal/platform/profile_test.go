package platform

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func readProfile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../sdk/src/profiles/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBuiltInProfilesDecode(t *testing.T) {
	files, err := os.ReadDir("../../sdk/src/profiles")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		name, isJSON := strings.CutSuffix(file.Name(), ".json")
		if !isJSON {
			continue // the loader
		}
		profile, err := DecodeProfile([]byte(readProfile(t, name)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if profile.Name != name {
			t.Errorf("%s.json has the name %s", name, profile.Name)
		}
		found = append(found, name)
	}
	if !slices.Equal(found, ProfileNames()) {
		t.Errorf("got files for %v, names for %v", found, ProfileNames())
	}
}

func TestDecodeProfileRejectsInvalidProfiles(t *testing.T) {
	good := readProfile(t, DefaultProfile)
	for _, c := range []struct{ text, want string }{
		{"", "EOF"},
		{"[]", "cannot unmarshal array"},
		{good + "{}", "unexpected data after the object"},
		{strings.Replace(good, `"headerPrefix"`, `"headerPrefx"`, 1), `unknown field "headerPrefx"`},
		{strings.Replace(good, `"X-Crm"`, `""`, 1), "headerPrefix is missing or empty"},
		{strings.Replace(good, `"seconds"`, `"minutes"`, 1), "expected seconds or milliseconds"},
		{strings.Replace(good, `"https://api.crm.example"`, `"http://api.crm.example"`, 1), "https origin without a path"},
		{
			strings.Replace(good, `"https://app.crm.example"`, `"https://app.crm.example/x"`, 1), "https origin without a path",
		},
		{strings.Replace(good, `"/crm/v3/objects"`, `"crm"`, 1), "paths.objects"},
	} {
		if _, err := DecodeProfile([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v; want one with %q", err, c.want)
		}
	}
}

func FuzzDecodeProfile(f *testing.F) {
	f.Add([]byte(`{"name":"crm"}`))
	f.Add([]byte(`{"paths":{"objects":1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if profile, err := DecodeProfile(text); err == nil && profile.HeaderPrefix == "" {
			t.Errorf("an incomplete profile was accepted: %s", text)
		}
	})
}
