package codegen

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/manifest"
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

// Input is the input of Generate.
type Input struct {
	Project *manifest.Project
	Profile *platform.Profile
	// Name is the name of the platform's project. Default: the name of the app.
	Name string
	// Origins are the public origins of the user workers by worker name, without a trailing slash. Before its first
	// deploy, a worker has a placeholder (see Placeholder).
	Origins map[string]string
	// AppOrigin is the origin of the app worker, which receives webhooks and OAuth redirects.
	AppOrigin string
	// Cards are the bundled cards by id, made by internal/bundle.CardModule.
	Cards map[string]Card
	// DevLog is the URL that cards send their log entries to; "" for none.
	DevLog string
}

// Card is the UI component of one card.
type Card struct {
	// Source is one ES module with local files and @svc/sdk/ui inlined, and imports of packages. If it calls
	// backendUrl, it reads BackendURLs, and if it logs, CardID. Codegen defines what it reads at its top.
	Source []byte
	// Packages are the imported packages with the version ranges of package.json.
	Packages map[string]string
}

// BackendURLs is the variable with the URLs of card backends in a bundled card (sdk/src/ui/backend-url.ts).
const BackendURLs = "__SVC_BACKEND_URLS__"

// CardID is the variable with the id of a bundled card, which its log entries name (sdk/src/ui/logger.ts).
const CardID = "__SVC_CARD__"

// DevLog is the variable with the URL that a bundled card sends its log entries to (sdk/src/ui/logger.ts). Only the
// project of 'svc dev --portal' has it.
const DevLog = "__SVC_DEV_LOG__"

// placeholderDomain is a top-level domain without hosts (RFC 2606).
const placeholderDomain = ".invalid"

// Placeholder returns the origin of a script before its first deploy.
func Placeholder(script string) string { return "https://" + script + placeholderDomain }

// IsPlaceholder reports whether an origin or URL is a placeholder. A project with placeholders is not uploaded.
func IsPlaceholder(url string) bool {
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "https://"), "/")
	return strings.HasSuffix(host, placeholderDomain)
}
