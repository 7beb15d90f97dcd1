package disposable

import (
	"slices"
	"time"

	"github.com/appsvc/svc/internal/processor"
)

const (
	// surveyTime is how much CPU time one process spends on a survey.
	surveyTime = 4 * time.Second
	// surveyMemory is how much memory a process may use during a survey, in bytes. A file that takes all of it takes
	// little time to do so.
	surveyMemory = 450 << 20
	// surveyStack is the size of a goroutine's stack during a survey, in bytes.
	surveyStack = 64 << 20
)

// Surveys reports whether this process begins with a survey, or follows one that did.
func Surveys() bool { return joined != nil && joined.Survey }

// Surveying reports whether this process is in its survey.
func Surveying() bool { return Surveys() && !joined.Surveyed }

// Unknown returns the first of the files that this process must leave out because a survey had no time for them, ""
// for none.
func Unknown() string {
	if joined == nil || !joined.KnownOnly {
		return ""
	}
	return joined.From
}

// allowLoad sets the limits at the start: those of a survey, or those of a load.
func (c *child) allowLoad() error {
	if c.Survey && !c.Surveyed {
		limits.SetMaxStack(surveyStack)
		return c.guard.allow(surveyMemory)
	}
	limitStack()
	c.guard.thrifty = c.Survey
	return c.guard.allow(loadMemory)
}

// Survey calls examine for each file that is not left out, if this process has to. examine loads the file alone, and
// may call Blame. A death of the process is the file's fault.
func Survey(files []string, examine func(file string)) error {
	if !Surveying() {
		return nil
	}
	c, start := joined, processor.Time()
	left := files[max(slices.Index(files, c.From), 0):]
	for len(left) > 0 && processor.Time()-start < surveyTime {
		if c.leavesOut(left[0]) {
			left = left[1:]
			continue
		}
		c.reports.Write(recordExamined, left[0])
		blamed := len(c.LeftOut)
		examine(left[0])
		if len(c.LeftOut) == blamed { // else again, without the file that was blamed
			left = left[1:]
		}
	}
	c.From = ""
	if len(left) > 0 {
		c.From = left[0]
	}
	c.reports.Write(recordExamined, c.From)
	c.reports.Write(recordSurveyed, "over")
	c.Surveyed = true
	c.Spent += processor.Time() - start
	Working(0, "")
	limitStack()
	c.guard.thrifty = true
	return c.guard.allow(loadMemory - surveyMemory)
}

// Blame leaves out a file that exceeded a limit of the survey, without the end of this process.
func Blame(file string, cause Cause) {
	one := LeftOut{file, cause, true}
	joined.reports.Write(recordSurvey+joined.blamed, string(cause)+" "+file)
	joined.blamed++
	joined.LeftOut = append(joined.LeftOut, one)
}

// MemoryOf returns the memory limit, in bytes, of the process that loaded a file.
func MemoryOf(one LeftOut) uint64 {
	if one.Surveyed {
		return surveyMemory
	}
	return loadMemory
}

func (s *state) leavesOut(file string) bool {
	return slices.ContainsFunc(s.LeftOut, func(one LeftOut) bool { return one.File == file })
}
