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

// caseFile is one file of cases. The package comment describes the format.
type caseFile struct {
	// Name is the path below cases/, without its extension.
	Name     string
	Sentence string
	App      string
	Slow     bool
	// AnyOrder means that its effects have no fixed order.
	AnyOrder bool
	// AnswersOnly means that the effects may differ between the hosts.
	AnswersOnly bool
	// Limit is the rate limit of each account of the emulated CRM. Nil for none.
	Limit *crmsim.Limits
	// Faults are those of the emulated CRM.
	Faults []crmsim.Fault
	steps  []step
}

// step is one action or expectation of a case.
type step struct {
	kind string
	// line is its line in the file, for messages.
	line int
	// text is the section as written. Placeholders are filled when the step runs.
	text string
	// group has the concurrent requests with their responses. Only for sectionRequest.
	group []sent
}

// sent is one request of a group, with the expected responses of its copies.
type sent struct {
	request   string
	line      int
	responses []counted
}

// counted is a response that count copies of a request must get.
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

// later are the sections that are parsed when they run.
var later = []string{
	sectionOutside, sectionWait, sectionOutbound, sectionLogs, sectionCheckpoint, sectionError, sectionState,
	sectionForget,
}

// defaultApp is the variant of a case without App.
const defaultApp = "static"

// readCases reads every case below the folder "cases" of files, sorted by name. mistakes has one error for each
// invalid case.
func readCases(files fs.FS) (cases []*caseFile, mistakes []error, err error) {
	err = fs.WalkDir(files, "cases", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if path.Ext(name) != ".txtar" {
			mistakes = append(mistakes, fmt.Errorf("invalid case file %s: expected .txtar", name))
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

func parseCase(name string, text []byte) (*caseFile, error) {
	archive := txtar.Parse(text)
	c := &caseFile{Name: name, Sentence: strings.TrimSpace(string(archive.Comment)), App: defaultApp}
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

// add appends the next section.
func (c *caseFile) add(i int, name, text string, line int) error {
	last := len(c.steps) - 1
	switch {
	case name == sectionCase && i == 0:
		return c.settings(text)
	case name == sectionCase:
		return errors.New("the section case must be the first")
	case name == sectionRequest:
		// Consecutive requests without a response between them are one group.
		if last < 0 || c.steps[last].kind != sectionRequest || c.steps[last].answered() {
			c.steps = append(c.steps, step{kind: sectionRequest, line: line})
			last++
		}
		c.steps[last].group = append(c.steps[last].group, sent{request: text, line: line})
	case name == sectionResponse:
		if last < 0 || c.steps[last].kind != sectionRequest {
			return errors.New("a response must follow a request or another response")
		}
		return c.steps[last].respond(text)
	case slices.Contains(later, name):
		c.steps = append(c.steps, step{kind: name, line: line, text: text})
	default:
		return fmt.Errorf("unknown section %q: expected case request response %s", name, strings.Join(later, " "))
	}
	return nil
}

var status = regexp.MustCompile(`^[1-5][0-9][0-9]$`)

// answered reports whether the group has a response already.
func (s *step) answered() bool { return len(s.group[0].responses) > 0 }

// respond adds a response to the first request with copies that still need one.
func (s *step) respond(text string) error {
	if first := parseMessage(text).first; first != "aborted" && !status.MatchString(first) {
		return fmt.Errorf("invalid first line %q of a response: expected a status or aborted", first)
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
			return fmt.Errorf("invalid Count: only %d copies of the request need a response", missing)
		}
		r.responses = append(r.responses, counted{text, count})
		return nil
	}
	return errors.New("more responses than requests")
}

// check validates the complete case.
func (c *caseFile) check() error {
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
					"line %d: a request of a slow case must contain {portal}, which assigns its records to the case", r.line,
				)
			}
		}
	}
	if !slices.ContainsFunc(c.steps, func(s step) bool { return s.kind == sectionRequest }) {
		return errors.New("a case needs a request")
	}
	return nil
}

// leavesRecord reports whether a request may run a capability.
func leavesRecord(request string) bool {
	m := parseMessage(request)
	to, _ := m.header("To")
	return to != actorsWorker && !strings.Contains(m.first, "/_svc/control")
}

func (c *caseFile) settings(text string) error {
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
		case found && name == "Events" && value == "by full name":
			c.Faults = append(c.Faults, crmsim.Fault{EventUIDs: true})
		default:
			err = fmt.Errorf(
				"invalid line %q of case: expected App, Slow: yes, Order: any, Compare: answers, Limit or Events: by full name",
				strings.TrimSpace(line),
			)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readLimit parses a limit such as "100 per 2s".
func readLimit(text string) (*crmsim.Limits, error) {
	calls, window, _ := strings.Cut(text, " per ")
	burst, err := strconv.Atoi(calls)
	interval, windowErr := time.ParseDuration(window)
	if err := errors.Join(err, windowErr); err != nil {
		return nil, fmt.Errorf("invalid limit %q: expected a form such as 100 per 2s: %w", text, err)
	}
	// The CRM does not enforce its limit per second here, which would make cases slow.
	return &crmsim.Limits{Burst: burst, Interval: interval, Secondly: -1}, nil
}
