package scaffold

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/importer"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
)

type importOptions struct {
	env     *cli.Env
	from    string
	dir     string
	profile string
	yes     bool
	planFlags
}

// NewImport makes svc import.
func NewImport(env *cli.Env) *cobra.Command {
	opts := &importOptions{env: env}
	cmd := &cobra.Command{
		Use:   "import <folder>",
		Short: "Create an app from a project of the CRM's own tools",
		Long: `Read a project of the CRM vendor's own tools, such as one with hsproject.json, and write an app: the
config, a worker with a stub for each capability that names the old endpoint, and the modules of cards at
their old paths. Uids stay, so that installs survive. Nothing in the old project is run or changed.

Import prints its plan first, and what it could not import or had to change. It overwrites no file without
--force. The folder of the new app can be that of the old project.

Exit codes: 0 imported, 2 usage error, or the folder has no project, 3 internal error, 6 cancelled.`,
		Example: `  svc import ../old-project --dir new-app
  svc import . --json`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opts.from, err = env.Folder(args[0]); err != nil {
				if wrong, ok := errors.AsType[*cli.Error](err); ok {
					wrong.Fix = oldProjectFix
				}
				return err
			}
			if opts.dir, err = env.NewFolder(opts.dir); err != nil {
				return err
			}
			return runImport(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.dir, "dir", ".", "write the app to this `folder`")
	cmdutil.AddProfileFlag(flags, &opts.profile)
	flags.BoolVarP(&opts.yes, "yes", "y", false, "skip the confirmation")
	opts.addTo(flags)
	return cmd
}

// oldProjectFix is the fix for a folder that cannot be imported.
const oldProjectFix = "name the folder of the old project"

func runImport(ctx context.Context, opts *importOptions) error {
	if config := otherConfig(opts.dir); config != "" {
		return cli.Usage("this folder already has an app: "+config, "choose another folder with --dir")
	}
	profile, err := opts.vendor()
	if err != nil {
		return err
	}
	root, err := projectfs.Open(opts.from, projectfs.Options{Untrusted: true})
	if err != nil {
		return &cli.Error{Code: cli.ExitUsage, What: err.Error(), Fix: oldProjectFix, Err: err}
	}
	defer func() { _ = root.Close() }() // opened for reading only
	app, err := importer.Import(importer.Options{Root: root, Profile: profile, Components: components.All})
	if err != nil {
		fix := "correct the old project"
		if mistake := (*importer.Error)(nil); errors.As(err, &mistake) {
			fix = mistake.Fix
		}
		return &cli.Error{Code: cli.ExitUsage, What: "cannot import the project", Why: err.Error(), Fix: fix, Err: err}
	}
	files, err := opts.files(app, profile)
	if err != nil {
		return err
	}
	plan, err := scaffold.Make(opts.dir, files, scaffold.Options{Force: opts.force, Own: ownFolder})
	if err != nil {
		return &cli.Error{Code: cli.ExitUsage, What: err.Error(), Fix: "move it away, or choose another folder", Err: err}
	}
	defer func() { _ = plan.Close() }() // opened for reading only
	if !opts.asJSON {
		opts.printNotes(app)
	}
	opts.document = func(plan *scaffold.Plan) any {
		return struct {
			*scaffold.Plan
			Taken map[string]int  `json:"taken"`
			Notes []importer.Note `json:"notes"`
		}{plan, app.Taken, slices.Concat([]importer.Note{}, app.Notes)}
	}
	if err := opts.show(opts.env, plan, opts.yes); err != nil || opts.dryRun {
		return err
	}
	if err := typeNewApp(ctx, opts.env, opts.dir, profile); err != nil || opts.asJSON {
		return err
	}
	opts.env.Notef("\nnext: port the handlers, then run")
	noteFolder(opts.env, opts.dir)
	opts.env.Notef("  svc check")
	return nil
}

// vendor returns the profile of the flag or of svc.platform.json, else the one whose project file the folder has.
func (opts *importOptions) vendor() (*platform.Profile, error) {
	chosen, err := cmdutil.LoadProfile(opts.dir, opts.profile)
	if err != nil || opts.profile != "" || projectfs.Exists(opts.from, chosen.ProjectFile) {
		return chosen, err
	}
	var known []string
	for _, name := range platform.ProfileNames() {
		profile, err := cmdutil.LoadProfile(opts.dir, name)
		if err != nil {
			return nil, err
		}
		if projectfs.Exists(opts.from, profile.ProjectFile) {
			return profile, nil
		}
		known = append(known, profile.ProjectFile)
	}
	return nil, cli.Usage(
		fmt.Sprintf("no project of the CRM in %q: it has no %s", cli.Shown(opts.env.Dir, opts.from), cmdutil.AnyOf(known)),
		"name the folder of the project file",
	)
}

// files returns the files of the app with those of every scaffold.
func (opts *importOptions) files(app *importer.Output, profile *platform.Profile) (templates.Files, error) {
	ui := uiOf(profile)
	files := templates.App(templates.Values{Slug: app.Slug, Version: opts.env.Version}, ui, false)
	for _, path := range []string{"README.md", "fixtures/hello.json", "src/workers/main.ts"} {
		delete(files, path) // they are about the scaffold's tool
	}
	maps.Copy(files, app.Files)
	if len(app.Packages) > 0 {
		packages, err := json.MarshalIndent(app.Packages, "  ", "  ")
		if err != nil {
			return nil, err
		}
		files["package.json"] = []byte(strings.Replace(string(files["package.json"]), `  "devDependencies"`,
			`  "dependencies": `+string(packages)+",\n"+`  "devDependencies"`, 1))
	}
	if err := addPlatformFile(files, opts.dir, profile.Name); err != nil {
		return nil, err
	}
	return files, addTypes(files, ui)
}

// headings precede the notes of a kind.
var headings = []struct{ kind, text string }{
	{importer.Omitted, "not imported"}, {importer.Changed, "changed"}, {importer.Added, "added"},
}

// printNotes prints what was taken and what was not.
func (opts *importOptions) printNotes(app *importer.Output) {
	var taken []string
	for _, kind := range slices.Sorted(maps.Keys(app.Taken)) {
		if n := app.Taken[kind]; n > 0 {
			taken = append(taken, fmt.Sprintf("%s %d", kind, n))
		}
	}
	opts.env.Notef("import of %q: %s", app.Name, strings.Join(taken, ", "))
	for _, heading := range headings {
		shown := false
		for _, note := range app.Notes {
			if note.Kind != heading.kind {
				continue
			}
			if !shown {
				opts.env.Notef("%s:", heading.text)
				shown = true
			}
			at := note.File
			if note.Line > 0 {
				at += fmt.Sprintf(":%d", note.Line)
			}
			if note.Member != "" {
				at += " " + note.Member
			}
			opts.env.Notef("  %s", cli.OneLine(at+": "+note.Reason)) // both may quote the project
		}
	}
}
