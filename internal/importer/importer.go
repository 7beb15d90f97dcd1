// Package importer turns a project of the CRM vendor's own tools into the sources of an app.
//
// It is the inverse of package components, whose types it reads. It copies the modules of cards, writes a stub for each
// capability, and keeps the uids, so that installs survive. What svc cannot declare becomes a Note.
//
// It reads through a projectfs.Root and writes nothing: the caller writes Output.Files. Every file is hostile, and a
// malformed one is an *Error with its line. Start at Import. document.go reads JSON with lines, inventory.go finds the
// components, and one file per component maps it.
package importer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
)

// Options are the input of Import.
type Options struct {
	// Root is the folder of the vendor's project.
	Root *projectfs.Root
	// Profile is the vendor's profile.
	Profile *platform.Profile
	// Components are the kinds of components that svc makes: components.All.
	Components []codegen.Component
}

// Output is an imported app.
type Output struct {
	// Name is the name of the vendor's project, and Slug a name for package.json.
	Name, Slug string
	// Files are svc.config.ts, the workers, the capabilities and the modules of cards, by path.
	Files map[string][]byte
	// Packages are the version ranges of the packages that cards import, by name.
	Packages map[string]string
	// Taken counts the imported components by type.
	Taken map[string]int
	Notes []Note
}

// Kinds of notes.
const (
	Omitted = "omitted" // the app does not have it
	Changed = "changed" // the app has it in another form
	Added   = "added"   // the app needs it, and the vendor's project does not have it
)

// Note is a difference between the vendor's project and the app.
type Note struct {
	Kind string `json:"kind"`
	// File and Line are where the vendor's project has it.
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	UID  string `json:"uid,omitempty"`
	// Member is the path of a key, such as config.logo.
	Member string `json:"member,omitempty"`
	Reason string `json:"reason"`
}

// run is the state of one import.
type run struct {
	Options
	out     *Output
	project *project
	names   *names
	// config collects svc.config.ts, and worker the capabilities of the one worker.
	config config
	worker []module
	// bytes are those of all files read, and imports counts the imports of modules that were followed.
	bytes, imports int
}

// Import reads the vendor's project. An invalid project is an *Error.
func Import(o Options) (*Output, error) {
	r := &run{Options: o, names: newNames(), out: &Output{
		Files: map[string][]byte{}, Packages: map[string]string{}, Taken: map[string]int{},
	}}
	var err error
	if r.project, err = r.inventory(); err != nil {
		return nil, err
	}
	r.out.Name = r.project.file.Name
	r.out.Slug = cmp.Or(manifest.Slug(r.project.file.Name), "app")
	for _, step := range []func(*run) error{
		importObjects, importAssociations, importEvents, importCards, importActions, importWebhooks, importFunctions,
		importServers, importApp,
	} {
		if err := step(r); err != nil {
			return nil, err
		}
	}
	r.omitUnknown()
	r.write()
	slices.SortStableFunc(r.out.Notes, func(a, b Note) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return r.out, nil
}

// note adds a note about a member of a component; "" for the component itself.
func (r *run) note(kind string, c *component, member, reason string) {
	one := Note{Kind: kind, File: c.doc.file, UID: c.UID, Reason: reason}
	if !c.doc.translated {
		one.Line, one.Member = c.doc.root.lineOf(member), member
	}
	r.out.Notes = append(r.out.Notes, one)
}

// noOption is the reason for keys that no declaration has an option for.
const noOption = "svc has no option for it"

// take decodes the configuration of a component, and notes the keys that the type does not have.
func take[T any](r *run, c *component) (T, error) {
	var metadata struct {
		Config T `json:"config"`
	}
	if err := c.doc.decode(&metadata); err != nil {
		return metadata.Config, err
	}
	c.doc.root.member("config").missing("config", plain(metadata.Config), func(member string) {
		r.note(Omitted, c, member, noOption)
	})
	r.out.Taken[c.Type]++
	return metadata.Config, nil
}
