package codegen

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/platform"
)

// Folders of every project, as in the vendor's templates.
const (
	sourceFolder = "src/"
	appFolder    = sourceFolder + "app/"
)

// project is an unfinished output.
type project struct {
	in         *Input
	files      []File
	findings   []*Finding
	components []ComponentRef
	uids       map[string]Subject
	stems      map[string]bool // folder and stem, in lower case because some file systems ignore case
	needs      []string        // scopes that components need
}

// Generate makes the project. The last component of the table can read the scopes that the others need
// (RequiredScopes).
func Generate(in Input, table []Component) Output {
	out := &project{in: &in, uids: map[string]Subject{}, stems: map[string]bool{}}
	version := out.version()
	for _, component := range table {
		component.Generate(&Pass{Input: &in, component: component, out: out, Version: version})
	}
	out.files = append(out.files, File{Path: in.Profile.ProjectFile, Data: JSON(ProjectFile{
		Name:            cmp.Or(in.Name, in.Project.App.Name),
		SrcDir:          strings.TrimSuffix(sourceFolder, "/"),
		PlatformVersion: version.String(),
	})})
	return out.finish()
}

// ProjectFile is the file at the root of the project.
type ProjectFile struct {
	Name            string `json:"name"`
	SrcDir          string `json:"srcDir"`
	PlatformVersion string `json:"platformVersion"`
}

// RuleVersion is the rule of findings about the platformVersion.
const RuleVersion = "platform-version"

// version returns the platformVersion, or the newest known one for a newer one, and reports an unknown one.
func (o *project) version() platform.Version {
	text := o.in.Project.App.PlatformVersion
	version, err := platform.ParseVersion(text)
	if err == nil && version.IsKnown() {
		return version
	}
	f := &Finding{Rule: RuleVersion, Severity: diag.Error, Subject: Subject{Kind: "app", Member: "platformVersion"}}
	o.findings = append(o.findings, f)
	if err == nil && version.IsNewer() {
		f.Severity = diag.Warning
		f.Message = fmt.Sprintf("platformVersion %q is newer than this svc supports; svc builds for %s", text,
			platform.Newest())
		f.Hint = "upgrade svc, or write '" + platform.Newest().String() + "'"
		return platform.Newest()
	}
	f.Message = "unknown platformVersion " + strconv.Quote(text)
	f.Hint = "write " + platform.VersionList()
	return version
}

func (o *project) finish() Output {
	output := Output{RequiredScopes: o.requiredScopes(), Components: o.components}
	refused := false
	for _, f := range o.findings {
		output.Findings = append(output.Findings, *f)
		refused = refused || f.Severity == diag.Error
	}
	slices.SortFunc(output.Components, func(a, b ComponentRef) int { return cmp.Compare(a.UID, b.UID) })
	if !refused {
		output.Files = o.files
		slices.SortFunc(output.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	}
	return output
}

// Metadata is the file of a component.
type Metadata struct {
	UID    string `json:"uid"`
	Type   string `json:"type"`
	Config any    `json:"config"`
}

// uidForm is the form of uids that the vendor's parser accepts.
var uidForm = lazyregexp.New(`^[a-zA-Z0-9_.-]+$`)

// IsUID reports whether the vendor's parser accepts a uid.
func IsUID(uid string) bool {
	return len(uid) <= platform.UIDLength.Value && uidForm().MatchString(uid)
}

func (o *project) add(p *Pass, part Part) {
	switch first, taken := o.uids[part.UID]; {
	case len(part.UID) > platform.UIDLength.Value:
		p.Refuse("uid-syntax", part.Subject, "the uid %q has %d characters; the limit is %d",
			part.UID, len(part.UID), platform.UIDLength.Value)
	case !uidForm().MatchString(part.UID):
		p.Refuse("uid-syntax", part.Subject, "the uid %q has characters other than letters, digits, _ . and -", part.UID)
	case taken:
		p.Refuse("duplicate-uid", part.Subject, "duplicate uid %q: the %s %q has it", part.UID, first.Kind, first.ID)
	}
	o.uids[part.UID] = part.Subject
	path := p.folder() + part.File + p.Profile.MetaFileSuffix
	o.components = append(o.components, ComponentRef{UID: part.UID, Type: p.component.Type, Path: path})
	o.files = append(o.files, File{Path: path, Data: JSON(Metadata{part.UID, p.component.Type, part.Config})})
}

// unfit matches characters that file names must not have.
var unfit = lazyregexp.New(`[^a-zA-Z0-9_.-]+`)

// stem returns a name that is unique in the folder. It has no leading dot, which would hide the file from uploads.
func (o *project) stem(folder, name string) string {
	name = strings.TrimLeft(unfit().ReplaceAllString(name, "-"), ".")
	stem := name
	for n := 2; stem == "" || o.stems[strings.ToLower(folder+stem)]; n++ {
		stem = name + "-" + strconv.Itoa(n)
	}
	o.stems[strings.ToLower(folder+stem)] = true
	return stem
}

// JSON returns a value as indented JSON. The value must be plain data, which always marshals.
func JSON(value any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		panic("codegen: " + err.Error())
	}
	return b.Bytes()
}

// requiredScopes returns the declared scopes in order, then those that components need, without duplicates.
func (o *project) requiredScopes() []string {
	scopes := []string{}
	for _, scope := range slices.Concat(o.in.Project.App.Scopes, o.needs) {
		if !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

// RequiredScopes returns the scopes of the app and of the components before this one.
func (p *Pass) RequiredScopes() []string { return p.out.requiredScopes() }
