package disposable

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/disposable/process"
)

const (
	// maxProcesses bounds how many processes one command starts. Most of them end in a survey.
	maxProcesses = 100
	// maxTime is how much CPU time processes that die may take together. The next one loads only what is known to load.
	maxTime = 12 * time.Second
	// surveyFrom is the number of deaths from which there is a survey. One file may be hostile by accident.
	surveyFrom = 2
	// maxState is the size of a state, in bytes. Linux limits a variable to 128 KB.
	maxState = 100 << 10
)

// Options configures Run.
type Options struct {
	// Program and Args are the command of the child.
	Program string
	Args    []string
	// Env are its environment variables. It has the output and error streams of this process.
	Env []string
	// Acts means that the command does more than load a project: it runs the app, asks the user or changes files. It has
	// the input of this process, may wait, and calls Commit before its effects.
	Acts bool
	// Request is what the child returns as Request. It answers with Respond.
	Request []byte
	// Answers means that the child may respond without a request.
	Answers bool
	// Silent means that the child has no output stream, because that of this process carries a protocol.
	Silent bool
	// Spare, if not nil, has a process that was started ahead, and gets the next one at the end of Run.
	Spare *Spare
	// Debug receives what the Go runtime prints when a child dies. It may be nil.
	Debug func(text string)
}

// Death reports that children died, and that no other one can go on.
type Death struct {
	Cause Cause
	// File is the file that the last one worked on, "" if unknown.
	File string
	// Committed means that the last one had called Commit.
	Committed bool
	// State is how the last process ended.
	State string
}

func (d *Death) Error() string { return fmt.Sprintf("the process of the project ended: %s", d.State) }

// Result is how a child ended by itself.
type Result struct {
	Exit int
	// Response is the response to Options.Request.
	Response []byte
}

// Run runs the command in child processes until one ends by itself. The error is a *Death, the cause of ctx, or that of
// a process that cannot be started.
func Run(ctx context.Context, o Options) (result Result, err error) {
	process.HideFromChildren()
	if o.Spare != nil {
		defer o.Spare.prepare(o)
	}
	s := state{Asked: o.Request != nil || o.Answers, Acts: o.Acts}
	var used time.Duration
	for range maxProcesses {
		end, ok := ofFirst(s, process.TakeFirst)
		if !ok {
			end, ok = o.Spare.take(ctx, o, s)
		}
		if !ok {
			p, err := start(o, s)
			if err != nil {
				return result, err
			}
			end = explain(p.Wait(ctx))
		}
		if ctx.Err() != nil {
			return result, context.Cause(ctx)
		}
		if end.itself {
			return Result{end.exit, end.response}, nil
		}
		if o.Debug != nil && end.text != "" {
			o.Debug(end.text)
		}
		used += end.used
		next, ok := s.after(end, used > maxTime)
		if !ok {
			return result, &Death{end.cause, end.file, end.committed, end.state}
		}
		s = next
	}
	return result, &Death{Cause: Endless, State: "too many files had to be left out"}
}

// start starts a process with a state. See process.Start.
func start(o Options, s state) (*process.Process, error) {
	return process.Start(process.Options{
		Program: o.Program, Args: o.Args, Env: o.Env, State: s.encode(), Acts: o.Acts, Silent: o.Silent,
		Asked: s.Asked, Request: o.Request,
	})
}

// after returns what the next process has to know after a death, or false if no process can help. late means that the
// time is up.
func (s state) after(end ending, late bool) (next state, ok bool) {
	if end.committed || s.ReportOnly {
		return s, false
	}
	next = s
	next.Deaths++
	next.LeftOut = append(slices.Clip(s.LeftOut), end.blamed...)
	if s.Survey && !s.Surveyed {
		next.From, next.Surveyed = end.examined, end.surveyed
		next.Spent += end.used
	}
	surveying := s.Survey && !next.Surveyed
	if surveying && (end.file == "" || next.leavesOut(end.file)) {
		end.file = end.examined
	}
	isNew := end.file != "" && !next.leavesOut(end.file)
	if isNew {
		next.LeftOut = append(next.LeftOut, LeftOut{end.file, end.cause, surveying})
	}
	// Memory of a file that a survey has blamed can end the process before it names the next file.
	helps := isNew || surveying && len(end.blamed) > 0
	isLast := late && s.Survey || next.Deaths >= maxProcesses-2
	switch {
	case len(next.encode()) > maxState:
		next.LeftOut = s.LeftOut
		next.stop()
	case isLast, s.Survey && !helps:
		next.stop()
	case !s.Survey:
		next.Survey = !isNew || next.Deaths >= surveyFrom
	}
	return next, !next.ReportOnly || len(next.LeftOut) > 0
}

// stop makes the next process load only what a survey has examined, or else nothing.
func (s *state) stop() {
	s.ReportOnly = s.KnownOnly || s.From == ""
	s.KnownOnly = !s.ReportOnly
	s.Survey, s.Surveyed = true, true
}
