package build

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/internal/link"
)

func TestDecodedOutputIsWhatADeployUploads(t *testing.T) {
	want := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	text, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(text, link.Production, nil)
	if err != nil {
		t.Fatal(err)
	}
	got.Files, got.code, want.code = want.Files, nil, nil
	if !reflect.DeepEqual(want, got) { // cmp takes seconds to find megabytes equal
		t.Errorf("-want +got\n%s", cmp.Diff(want, got, cmp.AllowUnexported(Output{})))
	}
}

func TestDecodeRefusesWhatABuildDoesNotMake(t *testing.T) {
	built := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	for name, change := range map[string]func(*Output){
		`unexpected script "other" of worker "main"`: func(o *Output) {
			for i := range o.Scripts {
				if o.Scripts[i].Worker == "main" {
					o.Scripts[i].Name = "other"
				}
			}
		},
		"expected 3 scripts, got 4":                  func(o *Output) { o.Scripts = append(o.Scripts, o.Scripts[0]) },
		`unexpected script "small-app" of worker ""`: func(o *Output) { o.Scripts[1] = o.Scripts[0] },
		`unexpected path "../x"`:                     func(o *Output) { o.CRM.Files[0].Path = "../x" },
		"unexpected end of JSON":                     func(o *Output) { o.Manifest = nil },
	} {
		t.Run(name, func(t *testing.T) {
			o := *built
			o.Scripts, o.CRM.Files = slices.Clone(o.Scripts), slices.Clone(o.CRM.Files)
			change(&o)
			text, err := o.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Decode(text, link.Production, nil); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("got %v", err)
			}
		})
	}
	text, err := built.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		strings.Replace(string(text), "{", `{"Extra":1,`, 1), string(text) + "{}", string(text[:len(text)/2]),
	} {
		if _, err := Decode([]byte(text), link.Production, nil); err == nil {
			t.Errorf("accepted %.40s … %s", text, text[len(text)-10:])
		}
	}
}
