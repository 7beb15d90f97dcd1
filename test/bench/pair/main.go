// Command pair measures whole processes of svc against the native esbuild binary that bundles the
// same files: A B A B ..., medians of wall time, the ratio pair by pair, and peak memory.
//
// `make bench` runs it. It prints figures and asserts nothing: a machine is noisy, a reader judges.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// sizes are the numbers of worker files of the generated projects.
var sizes = []int{1, 20, 200, 1000}

type sample struct {
	wall  time.Duration
	rssKB int64
}

func main() {
	svc := flag.String("svc", "bin/svc", "the svc binary")
	esbuild := flag.String("esbuild", ".bench/esbuild", "the native esbuild binary")
	dir := flag.String("dir", ".bench", "where generated projects go")
	runs := flag.Int("runs", 15, "counted pairs of each measurement")
	flag.Parse()
	err := adopt()
	if err == nil {
		err = run(os.Stdout, absolute(*svc), absolute(*esbuild), absolute(*dir), *runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pair:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, svc, esbuild, dir string, runs int) error {
	fmt.Fprintf(out, "%-28s %10s %10s %8s %10s\n", "measurement", "svc ms", "other ms", "ratio", "svc MB")
	for _, n := range sizes {
		project, err := generate(dir, "n"+strconv.Itoa(n), "-n", strconv.Itoa(n))
		if err != nil {
			return err
		}
		check := exec.Command(svc, "check", "--format", "json")
		bundle := exec.Command(esbuild, bundleArgs(project)...)
		one := pair{name: fmt.Sprintf("check, %d workers", n), dir: project, svc: check, other: bundle}
		if err := one.compare(out, runs); err != nil {
			return err
		}
	}
	if err := builds(out, svc, esbuild, dir, runs); err != nil {
		return err
	}
	example, err := filepath.Abs("examples/ledger-bridge")
	if err != nil {
		return err
	}
	for _, args := range [][]string{
		{"--help"},
		{"check", "--format", "json"},
		{"build", "--out", filepath.Join(dir, "out-example")},
		{"dev", "invoke", "open-invoices", "-i", `{"companyId":"201"}`},
	} {
		one := pair{name: "example: svc " + args[0] + " " + nth(args, 1), dir: example, svc: exec.Command(svc, args...)}
		if err := one.compare(out, runs); err != nil {
			return err
		}
	}
	return nil
}

func nth(args []string, i int) string {
	if i < len(args) && args[i][0] != '-' {
		return args[i]
	}
	return ""
}

// generate makes a project once and reuses it.
func generate(dir, name string, args ...string) (string, error) {
	project := filepath.Join(dir, name)
	if _, err := os.Stat(project); err == nil {
		return project, nil
	}
	cmd := exec.Command("go", append([]string{"run", "./test/bench/gen", "-out", project}, args...)...)
	cmd.Stderr = os.Stderr
	return project, cmd.Run()
}

// bundleArgs bundles the same files as `svc check` reads, into one file.
func bundleArgs(project string) []string {
	return []string{
		filepath.Join(project, "all.entry.js"), "--bundle", "--format=iife", "--external:@svc/sdk", "--platform=neutral",
		"--log-level=error", "--outfile=" + filepath.Join(os.TempDir(), "svc-bench-out.js"),
	}
}

// pair is a measurement: two commands in a folder. Without other, svc is measured alone.
type pair struct {
	name, dir  string
	svc, other *exec.Cmd
	// fresh are folders that are removed before each round.
	fresh []string
}

// compare runs the two commands in turn and prints a row. One round is run before and not counted.
func (p pair) compare(out io.Writer, runs int) error {
	var as, bs []sample
	var ratios []float64
	for i := -1; i < runs; i++ {
		for _, folder := range p.fresh {
			if err := os.RemoveAll(folder); err != nil {
				return err
			}
		}
		x, err := measure(p.dir, p.svc)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		var y sample
		if p.other != nil {
			if y, err = measure(p.dir, p.other); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
		}
		if i < 0 {
			continue
		}
		as, bs = append(as, x), append(bs, y)
		if p.other != nil {
			ratios = append(ratios, float64(x.wall)/float64(y.wall))
		}
	}
	base, ratio := "-", "-"
	if p.other != nil {
		base, ratio = milliseconds(bs), fmt.Sprintf("%.2f", median(ratios))
	}
	_, err := fmt.Fprintf(out, "%-28s %10s %10s %8s %10d\n", p.name, milliseconds(as), base, ratio, peak(as)/1024)
	return err
}

func measure(dir string, template *exec.Cmd) (sample, error) {
	cmd := exec.Command(template.Path, template.Args[1:]...)
	cmd.Dir, cmd.Env = dir, template.Env
	start := time.Now()
	output, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		return sample{}, fmt.Errorf("%w\n%s", err, output)
	}
	return sample{wall, peakOf(cmd.ProcessState)}, nil
}

func milliseconds(samples []sample) string {
	walls := make([]float64, len(samples))
	for i, s := range samples {
		walls[i] = float64(s.wall) / float64(time.Millisecond)
	}
	return fmt.Sprintf("%.1f", median(walls))
}

func peak(samples []sample) int64 {
	most := int64(0)
	for _, s := range samples {
		most = max(most, s.rssKB)
	}
	return most
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return abs
}
