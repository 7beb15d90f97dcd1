package crash

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/test/conformance"
)

// localPortal is the account of every run of the local host. Each run has separate state.
const localPortal = 1_000_001

// Local interrupts runs in the local host. Each run is a process that is killed at its point. Another process with the
// same state file resumes the run.
type Local struct {
	// Root is the root of the repository. Executable is a program that calls ServeChild for the argument "child".
	Root, Executable string
	Shard            Shard
	// AtOnce is the number of concurrent runs.
	AtOnce int
	Log    io.Writer
	// Verbose prints the points.
	Verbose bool
}

// Run crashes at every point of the shard.
func (l *Local) Run(ctx context.Context) (*Tally, error) {
	dir, err := os.MkdirTemp("", "svc-crash-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	b := &bench{Local: l, dir: dir}
	if err := b.prepare(ctx); err != nil {
		return nil, err
	}
	defer b.outside.Close()
	whole, err := b.run(ctx, "whole", nil)
	if err == nil {
		err = whole.outcome.checkWhole()
	}
	if err != nil {
		return nil, err
	}
	if l.Verbose {
		list(l.Log, "local host", whole.points)
		list(l.Log, "commit of the local host after", whole.commits)
	}
	points := slices.Concat(
		atEach(whole.points, whenBefore, whenAfter), atEach(whole.commits, whenBeforeCommit, whenAfterCommit),
	)
	fmt.Fprintf(l.Log, "local host: a run has %d effects and %d commits; it crashes before and after each\n",
		len(whole.points), len(whole.commits))
	return inAll(points, l.Shard, l.AtOnce, whole.outcome, func(index int, at crashPoint) (ran, error) {
		return b.run(ctx, strconv.Itoa(index), &at)
	})
}

// bench is shared by the runs of the local host.
type bench struct {
	*Local
	dir     string
	spec    childSpec
	worlds  worldsOfRuns
	outside *http.Server
}

// prepare builds the app, starts the outside and creates the initial state of every run.
func (b *bench) prepare(ctx context.Context) error {
	variants, err := conformance.LoadVariants(ctx, filepath.Join(b.Root, "test", "crash"), nil)
	if err != nil {
		return err
	}
	v := variants[0]
	b.spec = childSpec{
		Manifest: v.App.Manifest, Profile: v.App.ProfileText, Bindings: v.Bindings,
		Script: string(v.App.Workers[0].Built.Script), Extensions: v.App.Workers[0].Built.Extensions,
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	b.outside = &http.Server{Handler: &b.worlds, ReadHeaderTimeout: time.Minute}
	go func() { _ = b.outside.Serve(listener) }() // ends with Close
	b.spec.Outside = listener.Addr().String()
	b.spec.Setup = true
	_, err = b.child(ctx, b.spec, filepath.Join(b.dir, "first"))
	b.spec.Setup = false
	return err
}

// run does one run. With a point it crashes there, and another process resumes it.
func (b *bench) run(ctx context.Context, name string, at *crashPoint) (ran, error) {
	dir := filepath.Join(b.dir, name)
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(b.dir, "first"))); err != nil {
		return ran{}, err
	}
	w, run, err := b.worlds.open()
	if err != nil {
		return ran{}, err
	}
	defer b.worlds.close(run)
	spec := b.spec
	spec.Run, spec.Die = run, at
	spec.Tick = time.Now().Truncate(time.Hour)
	report, err := b.child(ctx, spec, dir)
	if err != nil {
		return ran{}, err
	}
	died := !report.Done
	if died {
		spec.Die, spec.Resumes, spec.Started = nil, true, report.Started
		if report, err = b.child(ctx, spec, dir); err == nil && !report.Done {
			err = errors.New("the resuming process was also killed")
		}
	}
	if err != nil {
		return ran{}, err
	}
	o, err := outcomeOf(w, localPortal, report.State)
	return ran{o, died, report.Points, report.Commits}, err
}

// child runs one process and returns its report. The process may kill itself.
func (b *bench) child(ctx context.Context, spec childSpec, dir string) (report childReport, err error) {
	spec.Dir = dir
	if err := os.MkdirAll(host.StateDir(dir).Path(), 0o700); err != nil {
		return report, err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return report, err
	}
	ctx, cancel := context.WithTimeout(ctx, childLimit)
	defer cancel()
	var out, problems bytes.Buffer
	child := exec.CommandContext(ctx, b.Executable, "child")
	child.Stdin, child.Stdout, child.Stderr = bytes.NewReader(text), &out, &problems
	err = child.Run()
	lines := json.NewDecoder(&out)
	for lines.More() {
		if lineErr := lines.Decode(&report); lineErr != nil {
			return report, fmt.Errorf("invalid output of a process: %w", lineErr)
		}
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && spec.Die != nil && ctx.Err() == nil {
		if status, isUnix := exit.Sys().(syscall.WaitStatus); isUnix && status.Signaled() &&
			status.Signal() == syscall.SIGKILL {
			return report, nil
		}
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, problems.Bytes())
	}
	return report, err
}

// childLimit is the timeout of one process: a hundred times its usual duration.
const childLimit = 2 * time.Minute
