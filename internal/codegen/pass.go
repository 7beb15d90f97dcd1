package codegen

import (
	"fmt"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

// Component makes all components of one type.
type Component struct {
	// Type is the platform's name for the type, such as "workflow-action".
	Type string
	// Folder is the folder of its metadata files below src/app; "" for the app.
	Folder string
	// Generate reads the input and emits parts, files and findings.
	Generate func(*Pass)
}

// Pass gives one component access to the input and the output.
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
	// File is the stem of its metadata file, from Stem: "open-invoices" becomes "open-invoices-crmmeta.json".
	File string
	// Config is the component's configuration, which must marshal to JSON.
	Config any
	// Subject is its declaration.
	Subject Subject
}

// Stem returns a file name for an id, without extension and unique in the folder.
func (p *Pass) Stem(id string) string { return p.out.stem(p.folder(), id) }

// Emit adds a component.
func (p *Pass) Emit(part Part) { p.out.add(p, part) }

// File adds a file to the component's folder.
func (p *Pass) File(name string, data []byte) {
	p.out.files = append(p.out.files, File{Path: p.folder() + name, Data: data})
}

// NeedScope adds scopes that a component needs to the required scopes of the app.
func (p *Pass) NeedScope(scopes ...string) { p.out.needs = append(p.out.needs, scopes...) }

// Refuse reports a violation of the contract. The output has no files then.
func (p *Pass) Refuse(rule string, s Subject, format string, args ...any) *Finding {
	return p.report(Finding{Rule: rule, Severity: diag.Error, Message: fmt.Sprintf(format, args...), Subject: s})
}

// Warn reports a part of a declaration that the project contains differently or not at all.
func (p *Pass) Warn(rule string, s Subject, format string, args ...any) *Finding {
	return p.report(Finding{Rule: rule, Severity: diag.Warning, Message: fmt.Sprintf(format, args...), Subject: s})
}

func (p *Pass) report(f Finding) *Finding {
	p.out.findings = append(p.out.findings, &f)
	return &f
}

// Hintf sets the hint of a finding.
func (f *Finding) Hintf(format string, args ...any) { f.Hint = fmt.Sprintf(format, args...) }

// folder returns the component's folder with a trailing slash.
func (p *Pass) folder() string {
	if p.component.Folder == "" {
		return appFolder
	}
	return appFolder + p.component.Folder + "/"
}

// Path returns the path of a component's file in metadata, which is absolute within the source folder.
func (p *Pass) Path(name string) string { return "/" + p.folder()[len(sourceFolder):] + name }
