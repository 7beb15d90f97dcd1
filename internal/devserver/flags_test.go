package devserver

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
	"github.com/appsvc/svc/sdk"
)

// sdkVM runs the SDK as it ships, with a function `evaluate` that takes a vector and gives what went wrong.
func sdkVM(t *testing.T) *jsvm.VM {
	t.Helper()
	index, err := sdk.Files.ReadFile("dist/index.js")
	if err != nil {
		t.Fatal(err)
	}
	script := api.Transform(string(index), api.TransformOptions{
		Format: api.FormatIIFE, GlobalName: "sdk", Target: api.ESNext,
	})
	if len(script.Errors) > 0 {
		t.Fatal(script.Errors)
	}
	vm, err := jsvm.New(jsvm.Options{Clock: jsvm.SystemClock(time.Now), Random: rand.Reader, Globals: webapi.All})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(vm.Close)
	program, err := jsvm.Compile("sdk.js", string(script.Code)+`
globalThis.evaluate = (text) => {
  const v = JSON.parse(text);
  const result = v.call === 'evaluateFlags'
    ? sdk.evaluateFlags(v.snapshots, v.context, v.defaults)
    : sdk[v.call](v.snapshot, v.context, v.default);
  const sorted = (x) => Array.isArray(x) || typeof x !== 'object' || x === null ? x
    : Object.fromEntries(Object.keys(x).filter((k) => k !== 'errorMessage').sort().map((k) => [k, sorted(x[k])]));
  const [got, want] = [result, v.want].map((x) => JSON.stringify(sorted(x)));
  return got === want ? '' : got + ', want ' + want;
};`)
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Run(context.Background(), program); err != nil {
		t.Fatal(err)
	}
	return vm
}

// checkVector has the engine evaluate one vector.
func checkVector(t *testing.T, vm *jsvm.VM, v map[string]any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if wrong, err := vm.Call(context.Background(), "evaluate", string(text)); err != nil || wrong != "" {
		t.Errorf("%s: %s %v", v["name"], wrong, err)
	}
}

func TestFlagsMatchTheContractInTheLocalEngine(t *testing.T) {
	var single, all []map[string]any
	readContract(t, "flags/evaluate.json", &single)
	readContract(t, "flags/evaluate-all.json", &all)
	if len(single) == 0 || len(all) == 0 {
		t.Fatal("the contract has no vectors")
	}
	vm := sdkVM(t)
	for _, v := range single {
		checkVector(t, vm, v)
	}
	for _, v := range all {
		v["call"] = "evaluateFlags"
		checkVector(t, vm, v)
	}
}

// A variation has only the bucket of the vector.
func TestTrafficSplitsMatchTheContractInTheLocalEngine(t *testing.T) {
	var buckets []struct {
		Salt, Key, By string
		Bucket        int
	}
	readContract(t, "flags/buckets.json", &buckets)
	if len(buckets) == 0 {
		t.Fatal("the contract has no buckets")
	}
	const all = 100_000 // buckets of a split
	vm := sdkVM(t)
	for _, b := range buckets {
		part := func(variation string, weight int) map[string]any {
			return map[string]any{"variation": variation, "weight": weight}
		}
		checkVector(t, vm, map[string]any{
			"name": fmt.Sprintf("%s:%s:%s", b.Salt, b.Key, b.By), "call": "evaluateStringFlag",
			"snapshot": map[string]any{
				"key": b.Key, "salt": b.Salt, "type": "string", "status": "active", "default": "below", "off": "below",
				"rules":      []any{},
				"variations": map[string]any{"below": "below", "here": "here", "above": "above"},
				"rollout": map[string]any{
					"split": []any{part("below", b.Bucket), part("here", 1), part("above", all-b.Bucket-1)},
				},
			},
			"context": map[string]any{"targetingKey": b.By}, "default": "none",
			"want": map[string]any{"value": "here", "variation": "here", "reason": "SPLIT"},
		})
	}
}
