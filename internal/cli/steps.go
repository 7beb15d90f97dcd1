package cli

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

const (
	// frameInterval is the time between frames of the spinner.
	frameInterval = 100 * time.Millisecond
	// reminderInterval is how often a running step is printed again without a terminal, so that the log shows what the
	// command waits for.
	reminderInterval = time.Minute
	// maxUpcoming is the number of steps that are shown below the running one.
	maxUpcoming = 3
)

// spinner are the frames before a running step.
var spinner = []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")

// Steps shows on Err what a long operation does: as a live list on a terminal, else as one line per step. It makes
// texts safe to print. A step begins, has answers, and is done, failed or dropped.
type Steps struct {
	env  *Env
	live bool
	// After is time.AfterFunc.
	After func(time.Duration, func()) *time.Timer

	mu       sync.Mutex // guards what follows, and keeps lines apart
	title    string     // of the running step, or ""
	answer   string     // its last answer
	began    time.Time
	upcoming []string
	run      int // numbers the steps
	frame    int
	drawn    int // lines of the list that are replaced by the next frame
	timer    *time.Timer
}

// NewSteps returns steps of which none runs.
func (e *Env) NewSteps() *Steps {
	s := &Steps{env: e, live: e.redraws(e.ErrTTY), After: time.AfterFunc}
	if s.live {
		e.steps = s
	}
	return s
}

// Begin starts a step. upcoming are the titles of those after it.
func (s *Steps) Begin(title string, upcoming []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	s.title, s.answer, s.began, s.upcoming = OneLine(title), "", s.env.Now(), upcoming
	s.run++
	s.draw()
	s.schedule(s.run)
}

// Answer shows the last answer that the running step got.
func (s *Steps) Answer(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.title == "" {
		return
	}
	s.answer = OneLine(text)
	if !s.live {
		s.env.Notef("  %s: %s", s.title, s.answer)
	}
	s.draw()
}

// Done prints that the running step is done, with a detail or "".
func (s *Steps) Done(detail string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.title == "" {
		return
	}
	if detail != "" {
		detail = " (" + OneLine(detail) + ")"
	}
	if s.live {
		s.keep(s.env.paint(green, "✓"), detail)
	} else {
		s.env.Notef("  done: %s%s in %s", s.title, detail, Elapsed(s.elapsed()))
	}
	s.stop()
}

// Fail marks the running step of a live list as failed. Otherwise the error names it.
func (s *Steps) Fail() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live && s.title != "" {
		s.keep(s.env.paint(boldRed, "✗"), "")
	}
	s.stop()
}

// above prints a message above the live list.
func (s *Steps) above(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprint(s.env.Err, s.erased()+text)
	s.draw()
}

// Drop ends the running step without a line.
func (s *Steps) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
}

func (s *Steps) elapsed() time.Duration { return s.env.Now().Sub(s.began) }

// stop ends the running step and removes the list.
func (s *Steps) stop() {
	s.title = ""
	if s.timer != nil {
		s.timer.Stop()
	}
	if s.drawn > 0 {
		fmt.Fprint(s.env.Err, s.erased())
	}
}

// schedule draws the next frame, or prints the next reminder.
func (s *Steps) schedule(run int) {
	interval := reminderInterval
	if s.live {
		interval = frameInterval
	}
	s.timer = s.After(interval, func() { s.tick(run) })
}

func (s *Steps) tick(run int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != run || s.title == "" {
		return // it has ended meanwhile
	}
	if s.live {
		s.frame++
		s.draw()
	} else {
		text := s.title
		if s.answer != "" {
			text += " (" + s.answer + ")"
		}
		s.env.Notef("  still waiting after %s: %s", Elapsed(s.elapsed()), text)
	}
	s.schedule(run)
}

// draw replaces the live list: the running step, its last answer, and what comes next.
func (s *Steps) draw() {
	if !s.live || s.title == "" {
		return
	}
	columns := s.env.columns() - 1 // a full line would make some terminals begin the next one
	p := newPalette(s.env.color(s.env.ErrTTY))
	took := Elapsed(s.elapsed())
	lines := []string{
		p.paint(cyan, string(spinner[s.frame%len(spinner)])) + " " + Cut(s.title, columns-Columns(took)-4) + "  " +
			p.paint(faint, took),
	}
	lines = append(lines, s.answerLines(p, columns)...)
	for i, title := range s.upcoming {
		if i == maxUpcoming {
			lines = append(lines, p.paint(faint, fmt.Sprintf("  … %s", Count(len(s.upcoming)-i, "more step"))))
			break
		}
		lines = append(lines, p.paint(faint, Cut("· "+OneLine(title), columns)))
	}
	fmt.Fprint(s.env.Err, s.erased()+strings.Join(lines, "\n")+"\n")
	s.drawn = len(lines)
}

// maxAnswerLines is the number of lines that the last answer can take.
const maxAnswerLines = 2

func (s *Steps) answerLines(p palette, columns int) []string {
	if s.answer == "" {
		return nil
	}
	wrapped := strings.Split(Painter{width: columns}.Wrap("    ", "last answer: "+s.answer), "\n")
	if len(wrapped) > maxAnswerLines {
		wrapped = append(wrapped[:maxAnswerLines-1], strings.Join(wrapped[maxAnswerLines-1:], " "))
	}
	for i, line := range wrapped {
		wrapped[i] = p.paint(faint, Cut(line, columns))
	}
	return wrapped
}

// keep replaces the live list with one line about the running step. A detail that does not fit is left out.
func (s *Steps) keep(sign, detail string) {
	columns, took := s.env.columns()-1, Elapsed(s.elapsed())
	title := Cut(s.title, columns-Columns(took)-4)
	if Columns(title+detail+took)+4 > columns {
		detail = ""
	}
	detail, took = s.env.paint(faint, detail), s.env.paint(faint, took)
	fmt.Fprintf(s.env.Err, "%s%s %s%s  %s\n", s.erased(), sign, title, detail, took)
}

// erased returns what removes the live list.
func (s *Steps) erased() string {
	if s.drawn == 0 {
		return ""
	}
	lines := s.drawn
	s.drawn = 0
	return fmt.Sprintf("\x1b[%dA\r\x1b[J", lines)
}
