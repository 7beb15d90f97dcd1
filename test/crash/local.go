// This file breaks runs off in the local host: each in a process of its own, which is killed at the point and
// followed by another over the same state file.

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

// localPortal is the account of every run of the local host: each has a state of its own.
const localPortal = 1_000_001

// Local runs the local host.
type Local struct {
	// Root is that of the repository, Executable the program whose argument "child" is ServeChild.
	Root, Executable string
	Shard            Shard
	// AtOnce is how many runs are done side by side.
	AtOnce int
	Log    io.Writer
	// Verbose prints the points.
	Verbose bool
}

// Run dies at every point of the shard.
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
	points := slices.Concat(atEach(whole.points, Before, After), atEach(whole.commits, BeforeCommit, AfterCommit))
	fmt.Fprintf(l.Log, "local host: %d things go in or out of a run, with %d commits; it dies before and after each\n",
		len(whole.points), len(whole.commits))
	return inAll(points, l.Shard, l.AtOnce, whole.outcome, func(index int, at Point) (ran, error) {
		return b.run(ctx, strconv.Itoa(index), &at)
	})
}

// bench is what the runs of the local host share.
type bench struct {
	*Local
	dir     string
	spec    childSpec
	worlds  worldsOfRuns
	outside *http.Server
}

// prepare builds the app, opens the outside and makes the state that every run begins with.
func (b *bench) prepare(ctx context.Context) error {
	variants, err := conformance.LoadVariants(ctx, filepath.Join(b.Root, "test", "crash"), nil)
	if err != nil {
		return err
	}
	v := variants[0]
	b.spec = childSpec{
		Manifest: v.App.Manifest, Profile: v.App.ProfileText, Bindings: v.Bindings,
		Script: string(v.App.Workers[0].Built.Script),
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	b.outside = &http.Server{Handler: &b.worlds, ReadHeaderTimeout: time.Minute}
	go func() { _ = b.outside.Serve(listener) }() // it ends when it is closed
	b.spec.Outside = listener.Addr().String()
	b.spec.Setup = true
	_, err = b.child(ctx, b.spec, filepath.Join(b.dir, "first"))
	b.spec.Setup = false
	return err
}

// run does one run, which dies at the point, if there is one, and goes on in another process.
func (b *bench) run(ctx context.Context, name string, at *Point) (ran, error) {
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
	said, err := b.child(ctx, spec, dir)
	if err != nil {
		return ran{}, err
	}
	died := !said.Done
	if died {
		spec.Die, spec.GoesOn, spec.IsTold = nil, true, said.Told
		if said, err = b.child(ctx, spec, dir); err == nil && !said.Done {
			err = errors.New("the process that followed was killed, too")
		}
	}
	if err != nil {
		return ran{}, err
	}
	o, err := outcomeOf(w, localPortal, said.State)
	return ran{o, died, said.Points, said.Commits}, err
}

// child runs one process and gives what it has said. It may have been killed: by itself.
func (b *bench) child(ctx context.Context, spec childSpec, dir string) (said childSaid, err error) {
	spec.Dir = dir
	if err := os.MkdirAll(host.StateDir(dir), 0o700); err != nil {
		return said, err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return said, err
	}
	ctx, cancel := context.WithTimeout(ctx, childLimit)
	defer cancel()
	var out, problems bytes.Buffer
	child := exec.CommandContext(ctx, b.Executable, "child")
	child.Stdin, child.Stdout, child.Stderr = bytes.NewReader(text), &out, &problems
	err = child.Run()
	lines := json.NewDecoder(&out)
	for lines.More() {
		if lineErr := lines.Decode(&said); lineErr != nil {
			return said, fmt.Errorf("a process says what is no JSON: %w", lineErr)
		}
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && spec.Die != nil && ctx.Err() == nil {
		if status, isUnix := exit.Sys().(syscall.WaitStatus); isUnix && status.Signaled() &&
			status.Signal() == syscall.SIGKILL {
			return said, nil
		}
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, problems.Bytes())
	}
	return said, err
}

// childLimit is how long one process may take: a hundred times what it needs.
const childLimit = 2 * time.Minute
