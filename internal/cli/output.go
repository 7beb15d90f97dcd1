package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
)

// look describes how a printer can format its output.
type look struct {
	color bool
	width int // columns to wrap at; 0 means no wrapping
}

// format is a format of reports.
type format struct {
	name string
	// document is true for a format that prints one document, which cannot share its stream.
	document bool
	print    func(*Report, io.Writer, look) error
}

// formats is the table of formats, in the order of the help.
var formats = []format{
	{name: "text", print: printText},                         // with the source line, for people
	{name: "concise", print: printConcise},                   // one line per finding
	{name: "json", document: true, print: printJSON},         // one JSON document
	{name: "sarif", document: true, print: printSARIF},       // SARIF 2.1.0, for code scanning
	{name: "github", print: printGitHub},                     // annotations of GitHub Actions
	{name: "gitlab", document: true, print: printGitLab},     // a Code Quality report of GitLab
	{name: "junit", document: true, print: printJUnit},       // test results, for build servers
	{name: "markdown", document: true, print: printMarkdown}, // a table, for comments and summaries
}

// FormatNames returns the names of all formats.
func FormatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Output is the value of one --format: a format and a file.
type Output struct {
	format format
	file   string // "" for standard output
}

// ParseOutputs parses the values of --format, each NAME or NAME=FILE. The default is text on a terminal, else concise.
func (e *Env) ParseOutputs(values []string) ([]Output, error) {
	if len(values) == 0 {
		values = []string{"concise"}
		if e.OutTTY {
			values = []string{"text"}
		}
	}
	var outputs []Output
	var streams []format
	for _, value := range values {
		name, file, toFile := strings.Cut(value, "=")
		f, err := formatNamed(name)
		if err != nil {
			return nil, err
		}
		if toFile && file == "" {
			return nil, Usage(
				fmt.Sprintf("--format %s has no file name", value),
				fmt.Sprintf("write --format %s for standard output, or --format %s=FILE", name, name),
			)
		}
		if file == "-" {
			file = ""
		}
		if file == "" {
			streams = append(streams, f)
		} else {
			file = e.Path(file)
		}
		for _, other := range outputs {
			if other.file == file && (file != "" || other.format.name == name) {
				return nil, Usage(
					fmt.Sprintf("--format %s has the same output as another --format", value), "use a different file for each",
				)
			}
		}
		outputs = append(outputs, Output{f, file})
	}
	for _, f := range streams {
		if f.document && len(streams) > 1 {
			return nil, Usage(
				fmt.Sprintf("--format %s cannot share standard output with another format", f.name),
				fmt.Sprintf("write one of them to a file: --format %s=FILE", f.name),
			)
		}
	}
	return outputs, nil
}

func formatNamed(name string) (format, error) {
	for _, f := range formats {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, Usage(
		fmt.Sprintf("unknown format %q", name), Suggest(name, FormatNames(), "use one of "+strings.Join(FormatNames(), ", ")),
	)
}

// IsDocument reports whether an output prints one document to standard output, and returns the name of its format.
func (o Output) IsDocument() (name string, document bool) {
	return o.format.name, o.file == "" && o.format.document
}

// File returns the file of the output, absolute, or "" for standard output.
func (o Output) File() string { return o.file }

// Print writes the report to each output. It writes nothing to an output if its format fails.
func (e *Env) Print(report *Report, outputs []Output) error {
	report, omitted := report.limited()
	if omitted > 0 {
		defer e.Notef("%s not shown: fix others first", Count(omitted, "finding"))
	}
	for _, o := range outputs {
		var b bytes.Buffer
		dress := look{}
		if o.file == "" && e.OutTTY {
			dress = look{color: e.color(true), width: e.Width}
		}
		if err := o.format.print(report, &b, dress); err != nil {
			return err
		}
		if err := e.write(o.file, b.Bytes(), report.Dir); err != nil {
			return err
		}
		if o.format.name == "github" {
			if err := e.stepSummary(report); err != nil {
				return err
			}
		}
	}
	return nil
}

// PrintStopping prints the findings that stop a command: to Out if it answers in JSON, else to Err.
func (e *Env) PrintStopping(report *Report) error {
	if e.AnswersJSON() {
		return e.Print(report, []Output{{format: format{name: "json", document: true, print: printJSON}}})
	}
	return e.PrintToErr(report)
}

// PrintToErr prints a report to Err, in the default format.
func (e *Env) PrintToErr(report *Report) error {
	toErr := *e
	toErr.Out, toErr.OutTTY = e.Err, e.ErrTTY
	outputs, err := toErr.ParseOutputs(nil)
	if err != nil {
		return err
	}
	return toErr.Print(report, outputs)
}

func (e *Env) write(file string, data []byte, project string) error {
	// A process that loads a project has another pipe as its descriptor 2, so the streams are not opened by name.
	streams := map[string]io.Writer{"": e.Out, "/dev/stdout": e.Out, "/dev/stderr": e.Err}
	if stream := streams[file]; stream != nil {
		_, err := stream.Write(data)
		return err
	}
	if err := projectfs.WriteOutput(file, data, project); err != nil {
		return &Error{
			Code: ExitUsage, What: fmt.Sprintf("cannot write %q", file), Why: Reason(err),
			Fix: "choose a file in an existing folder with write permission", Err: err,
		}
	}
	return nil
}
