package evaluate

import (
	"context"
	"testing"

	"github.com/appsvc/svc/internal/evaluate/sdkscript"
)

// The library counts how often it runs in a VM. The second module gets a fresh VM, because the first one fails.
func TestSpareVMIsForTheFirstModules(t *testing.T) {
	library, err := sdkscript.Compile([]byte("var spares = (globalThis.spares ?? 0) + 1;"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := sdkscript.Compile([]byte("var spares = 10;"))
	if err != nil {
		t.Fatal(err)
	}
	module := "{ const how = globalThis.seen ? 'used' : 'new'; globalThis.seen = true; " +
		"throw new Error('in a VM with ' + spares + ', ' + how); }"
	shard := moduleShard([]string{"a", "b"}, []string{module, module})
	for _, c := range []struct {
		run, spare *sdkscript.Compiled
		taken      bool
		want       string
	}{
		{library, library, true, "in a VM with 1, new"},
		{other, library, false, "in a VM with 10, new"},
	} {
		o := Options{Library: c.spare}
		spare := StartSpare(o)
		<-spare.ready
		vm := spare.runner.runtime
		o.Library, o.Spares, o.Shards, o.ModulesGlobal = c.run, []*Spare{spare}, []Shard{shard}, "modules"
		for _, m := range Run(context.Background(), o).Modules {
			if m.Failure == nil || m.Failure.Message != "Error: "+c.want {
				t.Errorf("%s failed with %+v, want %s", m.Path, m.Failure, c.want)
			}
		}
		if used := vm.Get("seen") != nil; used != c.taken {
			t.Errorf("used the spare VM: %v, want %v", used, c.taken)
		}
		if spare.take(c.spare) != nil && c.taken {
			t.Error("the spare VM was taken twice")
		}
	}
}

func TestSpareThatFailsIsReplaced(t *testing.T) {
	library, err := sdkscript.Compile([]byte("throw new Error('no library');"))
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Library: library, ModulesGlobal: "modules", Shards: []Shard{moduleShard([]string{"a"}, []string{"({})"})}}
	o.Spares = []*Spare{StartSpare(o)}
	if e := Run(context.Background(), o); len(e.Faults) != 1 || e.Faults[0].Message == "" {
		t.Errorf("got %+v, want the fault of the library", e.Faults)
	}
}
