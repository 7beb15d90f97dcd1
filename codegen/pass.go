// This file holds what a component sees and how it writes.

package codegen

import (
	"fmt"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

// Component makes all components of one type.
type Component struct {
	// Type is what the platform calls it: "workflow-action".
	Type string
	// Folder is where its metadata files stand, below src/app; "" for the app itself.
	Folder string
	// Generate reads the input and emits parts, files and findings.
	Generate func(*Pass)
}

// Pass is one component's view of the input and its way to the output.
type Pass struct {
	*Input
	// Version is the app's platformVersion.
	Version   platform.Version
	component Component
	out       *project
}

// Part is one component of the project.
type Part struct {
	UID string
	// File is the stem of its metadata file, as Stem gave it: "open-invoices" makes "open-invoices-crmmeta.json".
	File string
	// Config is the component's configuration, a value that marshals to JSON.
	Config any
	// Subject is the declaration behind it.
	Subject Subject
}

// Stem makes of an id a file name without its end that no other component in the folder has.
func (p *Pass) Stem(id string) string { return p.out.stem(p.folder(), id) }

// Emit adds a component.
func (p *Pass) Emit(part Part) { p.out.add(p, part) }

// File adds a file to the component's folder.
func (p *Pass) File(name string, data []byte) {
	p.out.files = append(p.out.files, File{Path: p.folder() + name, Data: data})
}

// NeedScope adds scopes that a component cannot do without to those that the app requires.
func (p *Pass) NeedScope(by Subject, scopes ...string) {
	for _, scope := range scopes {
		p.out.needs = append(p.out.needs, scopeNeed{scope, by})
	}
}

// Refuse reports what the contract does not allow: no project is made.
func (p *Pass) Refuse(rule string, s Subject, format string, args ...any) *Finding {
	return p.report(Finding{Rule: rule, Severity: diag.Error, Message: fmt.Sprintf(format, args...), Subject: s})
}

// Warn reports what reaches the project otherwise than it was declared, or not at all.
func (p *Pass) Warn(rule string, s Subject, format string, args ...any) *Finding {
	return p.report(Finding{Rule: rule, Severity: diag.Warning, Message: fmt.Sprintf(format, args...), Subject: s})
}

func (p *Pass) report(f Finding) *Finding {
	p.out.findings = append(p.out.findings, &f)
	return &f
}

// Hintf says what to do about a finding.
func (f *Finding) Hintf(format string, args ...any) { f.Hint = fmt.Sprintf(format, args...) }

// folder is the component's folder with a slash at its end.
func (p *Pass) folder() string {
	if p.component.Folder == "" {
		return appFolder
	}
	return appFolder + p.component.Folder + "/"
}

// Path is the path of one of the component's files as metadata name it: from the source folder, absolute.
func (p *Pass) Path(name string) string { return "/" + p.folder()[len(sourceFolder):] + name }
