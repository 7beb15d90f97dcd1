package scaffold

import (
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/fixture"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/portal"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
	"github.com/appsvc/svc/sdk"
)

// ownFolder is the folder of svc in a project.
const ownFolder = ".svc"

type typesOptions struct {
	env     *cli.Env
	profile string
	// portal reads the portal's schema from crm, diff only compares it.
	portal, diff bool
	crm          string
	planFlags
}

// NewTypes makes svc types.
func NewTypes(env *cli.Env) *cobra.Command {
	o := &typesOptions{env: env}
	cmd := &cobra.Command{
		Use:   "types [dir]",
		Short: "Write the types of @svc/sdk for the editor",
		Long: `Write .svc/types and .svc/tsconfig.json: the types of @svc/sdk, and shims for react and the platform's
UI package, so that editors and tsc work without npm install. Installed packages take precedence. Run it
again after an upgrade of svc. Your tsconfig.json extends .svc/tsconfig.json, which allows imports that end in
.ts. If you turn noEmit off, turn allowImportingTsExtensions off, too.

The app's own declarations are in .svc/types/app.d.ts: its secrets and the bindings of .dev.vars as members of
ctx.env, and the input and output of card backends for callBackend of @svc/sdk/ui. Run it again after you
change them, and in a fresh clone. .svc/types/fixture.schema.json is the JSON Schema of the fixtures of 'svc test'.

--portal reads the schema of a portal with the key of 'svc login crm', and writes svc.portal.json: object
types, properties, options, association types and granted scopes, but no records. Commit the file. From it,
svc types writes the types of ctx.crm, svc check verifies names and values, and the emulated CRM has the
portal's schema. --portal --diff prints what changed since and writes nothing.

Exit codes: 0 success, 1 --diff found changes, 2 usage error, 3 internal error, 7 credential rejected, or a
permission is missing, 8 CRM unreachable, 9 no server for --crm emulated.`,
		Example: `  svc types
  svc types --portal
  svc types --portal --diff`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), cmdutil.FolderArg(env, args))
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.portal, "portal", false, "read the portal's schema, and write svc.portal.json")
	flags.BoolVar(&o.diff, "diff", false, "with --portal: print what changed since, and write nothing")
	flags.StringVar(&o.crm, "crm", host.CRMLive,
		"with --portal: `which` CRM to read: live, or emulated by the 'svc dev' that runs here")
	flags.BoolVar(&o.dryRun, "dry-run", false, "print the plan and write nothing")
	flags.BoolVar(&o.asJSON, "json", false, "print the plan or the changes as one JSON document")
	cmdutil.AddProfileFlag(flags, &o.profile)
	return cmd
}

// check rejects flags that need --portal.
func (o *typesOptions) check() error {
	switch {
	case !o.portal && o.diff:
		return cli.Usage("--diff needs --portal", "run 'svc types --portal --diff'")
	case !o.portal && o.crm != host.CRMLive:
		return cli.Usage("--crm needs --portal", "run 'svc types --portal --crm "+o.crm+"'")
	}
	return cmdutil.OneOf("--crm", o.crm, []string{host.CRMEmulated, host.CRMLive})
}

func (o *typesOptions) run(ctx context.Context, folder string) error {
	if err := o.check(); err != nil {
		return err
	}
	dir, err := o.env.Folder(folder)
	if err == nil {
		err = cmdutil.NeedApp(dir)
	}
	if err != nil {
		return err
	}
	profile, err := cmdutil.LoadProfile(dir, o.profile)
	if err != nil {
		return err
	}
	var saved, snapshot *portal.Snapshot
	if !o.portal || o.diff {
		if saved, err = savedPortal(dir); err != nil {
			return err
		}
		snapshot = saved
	}
	if o.diff && saved == nil {
		return cli.Usage("nothing to compare: "+portal.FileName+" does not exist", "run 'svc types --portal' to write it")
	}
	if o.portal {
		if snapshot, err = o.fetchPortal(ctx, dir, profile); err != nil {
			return err
		}
	}
	if o.diff {
		return o.showDiff(saved, snapshot)
	}
	return o.write(ctx, dir, profile, snapshot)
}

// write writes the types, and a new snapshot.
func (o *typesOptions) write(
	ctx context.Context, dir string, profile *platform.Profile, snapshot *portal.Snapshot,
) error {
	files := templates.Files{}
	if err := addTypes(files, uiOf(profile)); err != nil {
		return err
	}
	if err := addAppTypes(ctx, o.env, files, dir, profile); err != nil {
		return err
	}
	if snapshot != nil {
		files[path.Join(ownFolder, fixture.SchemaFile)] = fixture.Schema(nil)
		files[path.Join(ownFolder, portalTypesFile)] = []byte(portalTypes(snapshot))
	}
	if o.portal {
		files[portal.FileName] = snapshot.Encode()
	}
	plan, err := scaffold.Make(dir, files, scaffold.Options{Own: ownFolder, Refresh: []string{portal.FileName}})
	if err != nil {
		return &cli.Error{Code: cli.ExitUsage, What: err.Error(), Fix: "move it away and run the command again", Err: err}
	}
	defer func() { _ = plan.Close() }() // opened for reading only
	return o.show(o.env, plan, true)
}

// addTypes adds the files of .svc: the SDK's types, the shims, and the tsconfig that resolves them.
func addTypes(files templates.Files, ui templates.UI) error {
	if err := addSDKTypes(files); err != nil {
		return err
	}
	for name, content := range templates.Types(ui) {
		files[path.Join(ownFolder, name)] = content
	}
	files[path.Join(ownFolder, appTypesFile)] = []byte(appTypesHead)
	files[path.Join(ownFolder, portalTypesFile)] = []byte(portalTypesHead)
	config, err := json.MarshalIndent(typesConfig(ui), "", "  ")
	if err != nil {
		return err
	}
	files[path.Join(ownFolder, "tsconfig.json")] = append(config, '\n')
	return nil
}

// addSDKTypes adds the embedded types of @svc/sdk.
func addSDKTypes(files templates.Files) error {
	return fs.WalkDir(sdk.Files, "dist", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".d.ts") {
			return err
		}
		content, err := sdk.Files.ReadFile(name)
		files[path.Join(ownFolder, "types/@svc/sdk", strings.TrimPrefix(name, "dist/"))] = content
		return err
	})
}

// typesLib lists the built-ins that the local engine and the edge have. ES2024 as a whole has members that the local
// engine lacks, such as resizable buffers.
var typesLib = []string{
	"ES2023", "ES2024.Collection", "ES2024.Object", "ES2024.Promise", "ES2024.String",
	"ESNext.Array", "ESNext.Collection", "ESNext.Disposable", "ESNext.Iterator", "ESNext.Promise",
	"WebWorker", "WebWorker.Iterable",
}

// typesConfig returns the tsconfig that a project's tsconfig extends. An installed package takes precedence over the
// types in .svc.
func typesConfig(ui templates.UI) map[string]any {
	paths := map[string][]string{
		"react":             {"../node_modules/@types/react", "./types/react"},
		"react/jsx-runtime": {"../node_modules/@types/react/jsx-runtime", "./types/react/jsx-runtime"},
		ui.Package:          {"../node_modules/" + ui.Package, "./types/" + ui.Package},
	}
	for _, entry := range []struct{ name, file string }{
		{"@svc/sdk", "index.d.ts"},
		{"@svc/sdk/ui", "ui/index.d.ts"},
		{"@svc/sdk/ui/react", "ui/react/index.d.ts"},
		{"@svc/sdk/experimental", "experimental/index.d.ts"},
		{"@svc/sdk/runtime", "runtime/index.d.ts"},
	} {
		paths[entry.name] = []string{"../node_modules/@svc/sdk/dist/" + entry.file, "./types/@svc/sdk/" + entry.file}
	}
	return map[string]any{
		"files": []string{"./" + appTypesFile, "./" + portalTypesFile},
		"compilerOptions": map[string]any{
			"target": "ES2022", "module": "ESNext", "moduleResolution": "bundler",
			"lib": typesLib, "types": []string{},
			"jsx": "react-jsx", "strict": true, "noEmit": true, "skipLibCheck": true, "allowImportingTsExtensions": true,
			"isolatedModules": true, "resolveJsonModule": true,
			"paths": paths,
		},
	}
}
