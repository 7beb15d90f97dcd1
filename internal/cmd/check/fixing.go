package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/fix"
	"github.com/appsvc/svc/internal/projectfs"
)

// completeFix rejects flags that cannot be combined with --fix.
func (o *options) completeFix() error {
	for _, other := range []struct {
		set       bool
		name, fix string
	}{
		{o.watch, "--watch", "run 'svc check --fix' once, then 'svc check --watch'"},
		{o.untrusted, "--untrusted", "review the app first: --fix writes what its source suggests"},
		{o.updateBaseline, "--update-baseline", "fix first, then write the baseline"},
		{o.scopes, "--scopes", "leave out one of them"},
		{o.dryRun && len(o.formats) > 0, "--format", "leave out --format: --dry-run prints a diff"},
	} {
		if o.fix && other.set {
			flag := "--fix"
			if other.name == "--format" {
				flag = "--fix --dry-run"
			}
			return cli.Usage(fmt.Sprintf("%s and %s exclude each other", flag, other.name), other.fix)
		}
	}
	if o.dryRun && !o.fix {
		return cli.Usage("--dry-run requires --fix", "add --fix")
	}
	return nil
}

// maxRounds is how often the project is checked and fixed. A fix can reveal a finding with a fix of its own.
const maxRounds = 8

// runFix applies the safe fixes, and prints what has changed. With --dry-run it changes nothing and exits with 1 if
// there are fixes.
func runFix(ctx context.Context, env *cli.Env, o *options) error {
	ctx, stop := cli.Interruptible(ctx)
	defer stop()
	tree, err := projectfs.OpenTree(o.dir)
	if err != nil {
		return err
	}
	defer func() { _ = tree.Close() }() // opened for reading only
	f := &fixing{tree: tree, old: map[string]string{}, texts: map[string]string{}, dry: o.dryRun}
	fixed, conflicts := 0, 0
	for range maxRounds {
		answer, err := o.askFixes(ctx, env)
		if err != nil {
			return err
		}
		conflicts = answer.Conflicts
		wrote := f.apply(env, answer.Files)
		if wrote {
			fixed += answer.Fixed
		}
		if !wrote || o.dryRun || answer.Limited {
			break
		}
	}
	f.print(env)
	if len(f.texts) > 0 {
		verb := "fixed"
		if o.dryRun {
			verb = "would fix"
		}
		env.Notef("%s %s in %s", verb, cli.Count(fixed, "finding"), cli.Count(len(f.texts), "file"))
	}
	if conflicts > 0 {
		env.Notef("%s not applied, because they overlap others: run 'svc check --fix' again",
			cli.Count(conflicts, "fix")+strings.Repeat("es", min(conflicts-1, 1)))
	}
	if o.dryRun && len(f.texts) > 0 {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

// fixing writes fixes. The process that found them ran the code of the project, so every path and text is judged again:
// whatever it answers, only source files in the project's folder change, and only as the printed diff says.
type fixing struct {
	tree *projectfs.Tree
	dry  bool
	// old and texts are the files that have changed, before and after.
	old, texts map[string]string
}

// apply writes the fixes of files, and reports whether it wrote any. It reports those that it refuses.
func (f *fixing) apply(env *cli.Env, files []fixedFile) (wrote bool) {
	for _, file := range files {
		if err := f.file(file); err != nil {
			env.Notef("warning: %s not fixed: %s", cli.OneLine(file.Path), cli.Reason(err))
			continue
		}
		wrote = true
	}
	return wrote
}

var (
	errNoSource = errors.New("it is not a source file of the app")
	errChanged  = errors.New("it changed during the check")
	errEdit     = errors.New("an edit is not text of one short line")
)

func (f *fixing) file(file fixedFile) error {
	if !cmdutil.IsOwnSource(file.Path) {
		return errNoSource
	}
	target, err := f.tree.Target(file.Path)
	if err != nil {
		return err
	}
	if !cmdutil.IsOwnSource(target) {
		return errNoSource // a link
	}
	old, err := f.tree.ReadFile(target)
	if err != nil {
		return err
	}
	if hashOf(string(old)) != file.Hash {
		return errChanged
	}
	for _, edit := range file.Edits {
		if !cmdutil.IsEditText(edit.NewText) {
			return errEdit
		}
	}
	text, err := fix.Apply(string(old), file.Edits)
	if err != nil {
		return err
	}
	if !f.dry {
		if err := f.write(target, string(old), text); err != nil {
			return err
		}
	}
	if _, known := f.old[target]; !known {
		f.old[target] = string(old)
	}
	f.texts[target] = text
	return nil
}

// write replaces a file by rename, unless it changed since it was read.
func (f *fixing) write(target, old, text string) error {
	draft, err := f.tree.Draft(target, []byte(text))
	if err != nil {
		return err
	}
	now, err := f.tree.ReadFile(target)
	switch {
	case err != nil:
	case string(now) != old:
		err = errChanged
	default:
		err = errors.Join(draft.Sync(), draft.Commit())
	}
	return errors.Join(err, draft.Close())
}

// print prints the changes: for people to the error stream, or for --dry-run as a patch to standard output.
func (f *fixing) print(env *cli.Env) {
	for _, file := range slices.Sorted(maps.Keys(f.texts)) {
		diff := fix.Diff(file, f.old[file], f.texts[file])
		if f.dry && !env.OutTTY && env.Getenv("GITHUB_ACTIONS") == "" {
			_, _ = fmt.Fprint(env.Out, diff)
			continue
		}
		out := env.Err
		if f.dry {
			out = env.Out
		}
		for line := range strings.Lines(diff) {
			_, _ = fmt.Fprintln(out, cli.OneLine(strings.TrimRight(line, "\r\n")))
		}
	}
}
