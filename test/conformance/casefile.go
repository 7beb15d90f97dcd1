// This file reads a case's file into steps; doc.go describes the form.

package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/appsvc/svc/internal/crmsim"
)

// Case is one file of cases/.
type Case struct {
	// Name is the path below cases/, without its extension.
	Name     string
	Sentence string
	App      string
	Slow     bool
	// AnyOrder says that what it leaves behind has no certain order.
	AnyOrder bool
	// AnswersOnly says that the hosts need not leave the same behind.
	AnswersOnly bool
	// Limit is what each account of the emulated CRM takes; nil for any number of calls.
	Limit *crmsim.Limits
	steps []step
}

// step is what a case does or expects at one point.
type step struct {
	kind string
	// line is where it stands in the file, for messages.
	line int
	// text is the section as it is written; placeholders are filled in when the step runs.
	text string
	// group holds the requests that are sent at once, with their responses; of kind sectionRequest only.
	group []sent
}

// sent is one request of a group, with what the answers to its copies must be.
type sent struct {
	request   string
	line      int
	responses []counted
}

// counted is a response that so many copies of a request must get.
type counted struct {
	text  string
	count int
}

// The sections of a case.
const (
	sectionCase       = "case"
	sectionRequest    = "request"
	sectionResponse   = "response"
	sectionOutside    = "outside"
	sectionWait       = "wait"
	sectionOutbound   = "outbound"
	sectionLogs       = "logs"
	sectionCheckpoint = "checkpoint"
	sectionError      = "error"
	sectionState      = "state"
	sectionForget     = "forget"
)

// later are the sections that are read when they run.
var later = []string{
	sectionOutside, sectionWait, sectionOutbound, sectionLogs, sectionCheckpoint, sectionError, sectionState,
	sectionForget,
}

// defaultApp is the variant of a case that names none.
const defaultApp = "static"

// ReadCases reads every case below the folder "cases" of files, sorted by name. Those that cannot be read
// are told one by one in mistakes.
func ReadCases(files fs.FS) (cases []*Case, mistakes []error, err error) {
	err = fs.WalkDir(files, "cases", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if path.Ext(name) != ".txtar" {
			mistakes = append(mistakes, fmt.Errorf("%s is no case: cases are .txtar files", name))
			return nil
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		c, err := parseCase(strings.TrimSuffix(strings.TrimPrefix(name, "cases/"), ".txtar"), text)
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s: %w", name, err))
		} else {
			cases = append(cases, c)
		}
		return nil
	})
	return cases, mistakes, err
}

func parseCase(name string, text []byte) (*Case, error) {
	archive := txtar.Parse(text)
	c := &Case{Name: name, Sentence: strings.TrimSpace(string(archive.Comment)), App: defaultApp}
	if c.Sentence == "" {
		c.Sentence = strings.ReplaceAll(path.Base(name), "-", " ")
	}
	line := 1 + strings.Count(string(archive.Comment), "\n")
	for i, file := range archive.Files {
		text := dropComments(string(file.Data))
		if err := c.add(i, file.Name, text, line); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		line += 1 + strings.Count(string(file.Data), "\n")
	}
	return c, c.check()
}

// add takes the next section.
func (c *Case) add(i int, name, text string, line int) error {
	last := len(c.steps) - 1
	switch {
	case name == sectionCase && i == 0:
		return c.settings(text)
	case name == sectionCase:
		return errors.New("the section case comes first")
	case name == sectionRequest:
		// Requests that follow one another without a response are one group.
		if last < 0 || c.steps[last].kind != sectionRequest || c.steps[last].answered() {
			c.steps = append(c.steps, step{kind: sectionRequest, line: line})
			last++
		}
		c.steps[last].group = append(c.steps[last].group, sent{request: text, line: line})
	case name == sectionResponse:
		if last < 0 || c.steps[last].kind != sectionRequest {
			return errors.New("a response follows a request, or another response")
		}
		return c.steps[last].respond(text)
	case slices.Contains(later, name):
		c.steps = append(c.steps, step{kind: name, line: line, text: text})
	default:
		return fmt.Errorf("there is no section %q: sections are case request response %s", name, strings.Join(later, " "))
	}
	return nil
}

var status = regexp.MustCompile(`^[1-5][0-9][0-9]$`)

// answered reports whether the group has a response already.
func (s *step) answered() bool { return len(s.group[0].responses) > 0 }

// respond gives a response to the first request whose copies have not all got one.
func (s *step) respond(text string) error {
	if first := parseMessage(text).first; first != "aborted" && !status.MatchString(first) {
		return fmt.Errorf("a response begins with its status, or with aborted, not %q", first)
	}
	for i := range s.group {
		r := &s.group[i]
		missing, err := parseMessage(r.request).number("Times", 1)
		if err != nil {
			return err
		}
		for _, response := range r.responses {
			missing -= response.count
		}
		if missing <= 0 {
			continue
		}
		count, err := parseMessage(text).number("Count", missing)
		if err != nil || count > missing {
			return fmt.Errorf("of %d copies of the request %d are without a response: Count cannot be more", missing, missing)
		}
		r.responses = append(r.responses, counted{text, count})
		return nil
	}
	return errors.New("there are more responses than requests")
}

// check finds what is missing at the end.
func (c *Case) check() error {
	for _, s := range c.steps {
		for _, r := range s.group {
			copies, err := parseMessage(r.request).number("Times", 1)
			for _, response := range r.responses {
				copies -= response.count
			}
			if err != nil || copies != 0 {
				return fmt.Errorf("line %d: each copy of a request needs a response", r.line)
			}
			if c.Slow && leavesRecord(r.request) && !strings.Contains(r.request, "{portal") {
				return fmt.Errorf(
					"line %d: a slow case names {portal} in what it sends: its records would be taken for another case's", r.line,
				)
			}
		}
	}
	if !slices.ContainsFunc(c.steps, func(s step) bool { return s.kind == sectionRequest }) {
		return errors.New("it makes no request")
	}
	return nil
}

// leavesRecord reports whether a request may run a capability.
func leavesRecord(request string) bool {
	m := parseMessage(request)
	to, _ := m.header("To")
	return to != actorsWorker && !strings.Contains(m.first, "/_svc/control")
}

func (c *Case) settings(text string) error {
	for line := range strings.Lines(text) {
		var err error
		name, value, found := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch {
		case line == "\n":
		case found && name == "App":
			c.App = value
		case found && name == "Slow" && value == "yes":
			c.Slow = true
		case found && name == "Order" && value == "any":
			c.AnyOrder = true
		case found && name == "Compare" && value == "answers":
			c.AnswersOnly = true
		case found && name == "Limit":
			c.Limit, err = readLimit(value)
		default:
			err = fmt.Errorf(
				"the section case has App:, Slow: yes, Order: any, Compare: answers and Limit:, not %q", strings.TrimSpace(line),
			)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readLimit reads a limit such as "100 per 2s".
func readLimit(text string) (*crmsim.Limits, error) {
	calls, window, _ := strings.Cut(text, " per ")
	burst, err := strconv.Atoi(calls)
	interval, isDuration := time.ParseDuration(window)
	if err := errors.Join(err, isDuration); err != nil {
		return nil, fmt.Errorf("write a limit as 100 per 2s: %w", err)
	}
	// Nobody enforces what is left of a second, and it would make cases long.
	return &crmsim.Limits{Burst: burst, Interval: interval, Secondly: -1}, nil
}
