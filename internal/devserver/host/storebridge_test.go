package host

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/store"
)

func TestStoreFunctionsFollowTheHostProtocol(t *testing.T) {
	vm, err := jsvm.New(jsvm.Options{Clock: jsvm.SystemClock(time.Now)})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	db, wakes := store.OpenMemory(), newAlarms(jsvm.NewVirtualClock(time.Unix(0, 0)))
	v := &appVM{vm: vm, state: &stateStore{db: db, commit: (*store.DB).Flush}}
	if err := v.state.transfer(vm); err != nil {
		t.Fatal(err)
	}
	fns := storeFunctions(v, wakes)
	steps := []struct {
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
		{
			fn: "__svc_store_list", arg: `{"class":"A","name":"n","prefix":"k","start":"","limit":0}`,
			want: `[["k","{\"a\":\"\u003cé\u003e\"}"],["k2","2"]]`,
		},
		{fn: "__svc_store_list", arg: `{"class":"A","name":"n","prefix":"k","start":"k2","limit":1}`, want: `[["k2","2"]]`},
		{fn: "__svc_store_list", arg: `{"class":"A","name":"n","prefix":"x","start":"","limit":0}`, want: `[]`},
		{fn: "__svc_store_alarm", arg: `{"class":"A","name":"n","at":1790000000000}`},
		{fn: "__svc_store_transaction", arg: "commit", fails: true},
		{fn: "__svc_store_transaction", arg: "pause", fails: true},
		{fn: "__svc_store_get", arg: `{`, fails: true},
		{fn: "__svc_store_put", arg: `{"class":"A","name":"n","key":"","value":"1"}`, fails: true},
	}
	err = vm.Do(context.Background(), func() error { // one turn, so that nothing is committed between
		for _, step := range steps {
			got, err := fns[step.fn](step.arg)
			if got != step.want || (err != nil) != step.fails {
				t.Errorf("%s(%s) = %q, %v; want %q", step.fn, step.arg, got, err, step.want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.state.committed(context.Background(), vm); err != nil {
		t.Fatal(err)
	}
	if at := wakes.at[store.Actor{Class: "A", Name: "n"}]; at != 1790000000000 {
		t.Errorf("the alarm that is waited for is at %d", at)
	}
	want := []store.Alarm{{Actor: store.Actor{Class: "A", Name: "n"}, At: 1790000000000}}
	if alarms, err := db.Alarms(); err != nil || !slices.Equal(alarms, want) {
		t.Errorf("alarms %v, %v", alarms, err)
	}
	if _, err := fns["__svc_store_alarm"](`{"class":"A","name":"n","at":null}`); err != nil {
		t.Error(err)
	}
	if alarms, _ := db.Alarms(); len(alarms) != 0 || len(wakes.at) != 0 {
		t.Errorf("alarms %v, %v", alarms, wakes.at)
	}
	if err := v.state.transfer(nil); err != nil {
		t.Fatal(err)
	}
	if _, err := fns["__svc_store_get"](`{"class":"A","name":"n","key":"k"}`); !errors.Is(err, errRevoked) {
		t.Errorf("a VM that another has followed still uses the store: %v", err)
	}
}
