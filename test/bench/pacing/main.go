// Command pacing runs the CRM client against its own upstream in virtual time. It prints each workload's result beside
// the target, and the cost of the gate per call in Node. The upstream sends all rate headers, and the calls of a burst
// arrive within 0 to 50 ms. It reports the limit, divided by the seconds of its window, as the calls per second.
// Run it at the root of the repository, with Node in the path:
//
//	go run ./test/bench/pacing
//
// Results in virtual time are the same in every run. It exits with 1 if one misses its target.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "pacing:", err)
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "pacing")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "table.mjs")
	if err := build(script); err != nil {
		return err
	}
	node := exec.CommandContext(ctx, "node", append([]string{script}, os.Args[1:]...)...)
	node.Stdout, node.Stderr = os.Stdout, os.Stderr
	var exit *exec.ExitError
	switch err := node.Run(); {
	case errors.As(err, &exit):
		return errors.New("a figure is not what it must be")
	case err != nil:
		return fmt.Errorf("the table runs in Node: %w", err)
	}
	return nil
}

// build writes the simulation and the SDK's sources that it needs as one module.
func build(script string) error {
	root, err := filepath.Abs("sdk")
	if err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: root,
		EntryPoints:   []string{"sim/table.ts"},
		Outfile:       script,
		Bundle:        true,
		Write:         true,
		Platform:      api.PlatformNode,
		Format:        api.FormatESModule,
		Target:        api.ES2022,
		Define:        map[string]string{"__SVC_SDK_VERSION__": `"0"`},
		TsconfigRaw:   `{"compilerOptions":{"verbatimModuleSyntax":true}}`,
	})
	if len(result.Errors) > 0 {
		e := result.Errors[0]
		return fmt.Errorf("%s:%d: %s", e.Location.File, e.Location.Line, e.Text)
	}
	return nil
}
