// This file tests the store functions of the host protocol.

package devserver

import (
	"testing"

	"github.com/appsvc/svc/internal/store"
)

func TestTheStoreFunctionsSpeakTheHostProtocol(t *testing.T) {
	db := store.OpenMemory()
	written := 0
	fns := storeFunctions(db, func() { written++ })
	for _, step := range []struct {
		fn, arg, want string
		fails         bool
	}{
		{fn: "__svc_store_get", arg: `{"class":"A","name":"n","key":"k"}`, want: ""},
		{fn: "__svc_store_put", arg: `{"class":"A","name":"n","key":"k","value":"{\"a\":\"<é>\"}"}`},
		{fn: "__svc_store_put", arg: `{"class":"A","name":"n","key":"k2","value":"2"}`},
		{fn: "__svc_store_get", arg: `{"class":"A","name":"n","key":"k"}`, want: `{"a":"<é>"}`},
		{fn: "__svc_store_get", arg: `{"class":"A","name":"m","key":"k"}`, want: ""},
		{fn: "__svc_store_transaction", arg: "begin"},
		{fn: "__svc_store_delete", arg: `{"class":"A","name":"n","key":"k2"}`, want: "true"},
		{fn: "__svc_store_delete", arg: `{"class":"A","name":"n","key":"k2"}`, want: "false"},
		{fn: "__svc_store_alarm", arg: `{"class":"A","name":"n","at":1790000000000.5}`},
		{fn: "__svc_store_transaction", arg: "rollback"},
		{fn: "__svc_store_list", arg: `{"class":"A","name":"n","prefix":"k","start":"","limit":0}`, want: `[["k","{\"a\":\"\u003cé\u003e\"}"],["k2","2"]]`},
		{fn: "__svc_store_list", arg: `{"class":"A","name":"n","prefix":"k","start":"k2","limit":1}`, want: `[["k2","2"]]`},
		{fn: "__svc_store_list", arg: `{"class":"A","name":"n","prefix":"x","start":"","limit":0}`, want: `[]`},
		{fn: "__svc_store_alarm", arg: `{"class":"A","name":"n","at":1790000000000}`},
		{fn: "__svc_store_transaction", arg: "commit", fails: true},
		{fn: "__svc_store_transaction", arg: "pause", fails: true},
		{fn: "__svc_store_get", arg: `{`, fails: true},
		{fn: "__svc_store_put", arg: `{"class":"A","name":"n","key":"","value":"1"}`, fails: true},
	} {
		got, err := fns[step.fn](step.arg)
		if got != step.want || (err != nil) != step.fails {
			t.Errorf("%s(%s) = %q, %v; want %q", step.fn, step.arg, got, err, step.want)
		}
	}
	if written != 7 {
		t.Errorf("told of %d writes", written)
	}
	if err := db.Flush(); err != nil {
		t.Fatal(err)
	}
	if at, found, err := db.Alarm(store.Actor{Class: "A", Name: "n"}); at != 1790000000000 || !found || err != nil {
		t.Errorf("alarm %d %v %v", at, found, err)
	}
	if _, err := fns["__svc_store_alarm"](`{"class":"A","name":"n","at":null}`); err != nil {
		t.Error(err)
	}
	if alarms, _ := db.Alarms(); len(alarms) != 0 {
		t.Errorf("alarms %v", alarms)
	}
}
