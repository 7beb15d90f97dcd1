package link

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func example() *Project {
	return &Project{ProjectID: "p-1", Environments: map[string]Environment{
		"production": {
			Account: "0123abc", Origin: "https://ledger.example.workers.dev", Script: "ledger",
			Origins: map[string]string{"main": "https://ledger-main.example.workers.dev"}, Scripts: map[string]string{
				"main": "ledger-main",
			},
			Migrations: []Migration{{Tag: "v1", New: []string{"A"}}, {Tag: "v2", Deleted: []string{"A"}}}, CRM: &CRM{
				Account: "42", Project: "Ledger",
			},
		},
		"staging": {Script: "ledger-staging"},
	}}
}

func TestReadReturnsTheWrittenLink(t *testing.T) {
	dir := t.TempDir()
	if got, err := Read(dir); got != nil || err != nil {
		t.Errorf("a folder without a link: %+v, %v", got, err)
	}
	for range 2 { // the second time in the place of the first
		if err := Write(dir, example()); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Read(dir)
	if err != nil || !reflect.DeepEqual(got, example()) {
		t.Errorf("read %+v, %v", got, err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, ".svc"))
	if err != nil || len(entries) != 1 {
		t.Errorf("writing leaves %v, %v", entries, err)
	}
}

func TestFolderWithoutLinkHasNoEnvironment(t *testing.T) {
	var none *Project
	if e := none.Environment(Production); e.Script != "" || none.Names() != nil {
		t.Errorf("%+v", e)
	}
	p := &Project{}
	p.Set("staging", Environment{Script: "x"})
	if p.Environment("staging").Script != "x" {
		t.Error("the environment is not there")
	}
}

func TestDecodeReportsWhyALinkIsInvalid(t *testing.T) {
	for text, want := range map[string]string{
		``:                               "unexpected end",
		`{`:                              "unexpected end",
		`null`:                           "null",
		`[]`:                             "JSON array",
		`{} {}`:                          "unexpected text",
		`{"projectID": 5}`:               "projectI",
		`{"projectid2": "x"}`:            "unknown field",
		`{"environments": []}`:           "environments cannot be a JSON array",
		`{"projectId": "a b"}`:           "projectId",
		`{"environments": {"Prod": {}}}`: "lower-case",
		`{"environments": {"a": {"origin":"x"}}}`:                                 "expected an https origin",
		`{"environments": {"a": {"origin":"http://example.com"}}}`:                "expected an https origin",
		`{"environments": {"a": {"origin":"https://example.com/"}}}`:              "expected an https origin",
		`{"environments": {"a": {"origins":{"w":"https://u:p@h"}}}}`:              "origins.w",
		`{"environments": {"a": {"script":"-x"}}}`:                                "invalid script name",
		`{"environments": {"a": {"script":"x"}, "b": {"scripts":{"main":"x"}}}}`:  "belongs to script",
		`{"environments": {"a": {"migrations":[{"tag":"v1"},{"tag":"v1"}]}}}`:     "repeated",
		`{"environments": {"` + strings.Repeat("a", maxEnvironment+1) + `": {}}}`: "at most",
	} {
		_, err := decode([]byte(text))
		var linkError *Error
		if !errors.As(err, &linkError) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), File) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestWriteRejectsAnInvalidLink(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, &Project{ProjectID: "a b"}); err == nil {
		t.Error("written")
	}
	if got, err := Read(dir); got != nil || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzDecode(f *testing.F) {
	text, err := example().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := decode(text)
		if err != nil {
			return
		}
		again, err := p.Encode()
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		back, err := decode(again)
		if err != nil {
			t.Fatalf("%s cannot be read again: %v", again, err)
		}
		if twice, err := back.Encode(); err != nil || !bytes.Equal(twice, again) {
			t.Fatalf("%s became %s: %v", again, twice, err)
		}
	})
}
