// This file reads --format, and sends a report to where the user wants it.

package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/appsvc/svc/internal/typo"
)

// look is how a printer may dress its output.
type look struct {
	color bool
	width int // columns to wrap at; 0 means never
}

// format is one way to print a report.
type format struct {
	name string
	help string
	// document formats make one document, so nothing else may share their stream.
	document bool
	print    func(*Report, io.Writer, look) error
}

// formats is the table, in the order of the help.
var formats = []format{
	{name: "text", help: "with the source line, for people", print: printText},
	{name: "concise", help: "one line a finding", print: printConcise},
	{name: "json", help: "one JSON document", document: true, print: printJSON},
	{name: "sarif", help: "SARIF 2.1.0, for code scanning", document: true, print: printSARIF},
	{name: "github", help: "annotations of GitHub Actions", print: printGitHub},
	{name: "markdown", help: "a table, for comments and summaries", document: true, print: printMarkdown},
}

// FormatNames are the names of all formats.
func FormatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Output is one --format: where a report goes, and how.
type Output struct {
	format format
	file   string // "" for standard output
}

// ParseOutputs reads the values of --format, each NAME or NAME=FILE. Without any, a terminal gets text
// and everything else concise.
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
			return nil, Usage(fmt.Sprintf("--format %s names no file", value), fmt.Sprintf(
				"write --format %s for standard output, or --format %s=FILE", name, name,
			))
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
				return nil, Usage(fmt.Sprintf("--format %s writes where another --format writes", value), "give each its own file")
			}
		}
		outputs = append(outputs, Output{f, file})
	}
	for _, f := range streams {
		if f.document && len(streams) > 1 {
			return nil, Usage(fmt.Sprintf(
				"--format %s is one document, and another format shares standard output with it", f.name,
			),
				fmt.Sprintf("send one of them to a file: --format %s=FILE", f.name))
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
	fix := "the formats are " + strings.Join(FormatNames(), ", ")
	if near := typo.Nearest(name, FormatNames()); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return format{}, Usage(fmt.Sprintf("unknown format %q", name), fix)
}

// IsDocument reports whether an output makes one document on standard output, under which format's name.
func (o Output) IsDocument() (name string, document bool) {
	return o.format.name, o.file == "" && o.format.document
}

// File is the file that the output goes to, absolute; "" for standard output.
func (o Output) File() string { return o.file }

// Print renders the report for each output, and writes only what was rendered whole.
func (e *Env) Print(report *Report, outputs []Output) error {
	for _, o := range outputs {
		var b bytes.Buffer
		dress := look{}
		if o.file == "" && e.OutTTY {
			dress = look{color: e.Color(true), width: e.Width}
		}
		if err := o.format.print(report, &b, dress); err != nil {
			return err
		}
		if err := e.write(o.file, b.Bytes()); err != nil {
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

func (e *Env) write(file string, data []byte) error {
	if file == "" {
		_, err := e.Out.Write(data)
		return err
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return &Error{
			Code: ExitUsage, What: fmt.Sprintf("cannot write %q", file), Why: Reason(err),
			Fix: "give a file in a folder that exists and that you may write to", Err: err,
		}
	}
	return nil
}
