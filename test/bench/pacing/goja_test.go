package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
)

// root is the root of the repository, where the command runs.
const root = "../../.."

// TestTheGateDoesTheSameInGoja plays the histories of contract/pacing, which Node plays too.
func TestTheGateDoesTheSameInGoja(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "contract/pacing/scripts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var scripts []json.RawMessage
	if err := json.Unmarshal(text, &scripts); err != nil {
		t.Fatal(err)
	}
	vm := newVM(t)
	for _, script := range scripts {
		var want struct {
			Name  string   `json:"name"`
			Sent  []string `json:"sent"`
			Ended []string `json:"ended"`
		}
		if err := json.Unmarshal(script, &want); err != nil {
			t.Fatal(err)
		}
		t.Run(want.Name, func(t *testing.T) {
			got, err := vm.Call(context.Background(), "__played", string(script))
			if err != nil {
				t.Fatal(err)
			}
			var played struct{ Sent, Ended []string }
			if err := json.Unmarshal([]byte(got), &played); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(played.Sent, want.Sent) {
				t.Errorf("sent\n%q, want\n%q", played.Sent, want.Sent)
			}
			if !slices.Equal(played.Ended, want.Ended) {
				t.Errorf("ended\n%q, want\n%q", played.Ended, want.Ended)
			}
		})
	}
}

func newVM(t *testing.T) *jsvm.VM {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(root, "sdk"))
	if err != nil {
		t.Fatal(err)
	}
	built := api.Build(api.BuildOptions{
		AbsWorkingDir: dir,
		Stdin: &api.StdinOptions{
			Contents:   `import { play } from './script.ts'; globalThis.__played = async (script) => JSON.stringify(await play(JSON.parse(script)));`,
			ResolveDir: filepath.Join(dir, "sim"),
			Loader:     api.LoaderTS,
		},
		Bundle:      true,
		Format:      api.FormatIIFE,
		Platform:    api.PlatformNeutral,
		Target:      api.ESNext,
		Supported:   bundle.Lowering(),
		Define:      map[string]string{"__SVC_SDK_VERSION__": `"0"`},
		TsconfigRaw: `{"compilerOptions":{"verbatimModuleSyntax":true}}`,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors[0].Text)
	}
	vm, err := jsvm.New(jsvm.Options{Clock: jsvm.SystemClock(time.Now), Globals: webapi.All, TurnLimit: jsvm.MaxTurnLimit})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(vm.Close)
	program, err := jsvm.Compile("script.js", string(built.OutputFiles[0].Contents))
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Run(context.Background(), program); err != nil {
		t.Fatal(err)
	}
	return vm
}
