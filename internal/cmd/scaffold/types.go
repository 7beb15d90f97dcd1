package scaffold

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
	"github.com/appsvc/svc/sdk"
)

// ownFolder is the folder of svc in a project.
const ownFolder = ".svc"

// NewTypes makes svc types.
func NewTypes(env *cli.Env) *cobra.Command {
	var flags planFlags
	var profileName string
	cmd := &cobra.Command{
		Use:   "types [dir]",
		Short: "Write the types of @svc/sdk for the editor",
		Long: `Write .svc/types and .svc/tsconfig.json: the types of @svc/sdk, and shims for react and the platform's
UI package, so that editors and tsc work without npm install. Installed packages take precedence. Run it
again after an upgrade of svc. Your tsconfig.json extends .svc/tsconfig.json.

The app's own declarations are in .svc/types/app.d.ts: bindings of .dev.vars as members of ctx.env, and the
input and output of card backends for callBackend of @svc/sdk/ui. Run it again after you change them.`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := env.Folder(cmdutil.FolderArg(env, args))
			if err != nil {
				return err
			}
			profile, err := cmdutil.LoadProfile(dir, profileName)
			if err != nil {
				return err
			}
			files := templates.Files{}
			if err := addTypes(files, uiOf(profile)); err != nil {
				return err
			}
			if err := addAppTypes(cmd.Context(), env, files, dir, profile); err != nil {
				return err
			}
			plan, err := scaffold.Make(dir, files, scaffold.Options{Own: ownFolder})
			if err != nil {
				return &cli.Error{Code: cli.ExitUsage, What: err.Error(), Fix: "move it away and run the command again", Err: err}
			}
			defer func() { _ = plan.Close() }() // opened for reading only
			return flags.show(env, plan, true)
		},
	}
	cmd.Flags().BoolVar(&flags.dryRun, "dry-run", false, "print the plan and write nothing")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print the plan as one JSON document")
	cmdutil.AddProfileFlag(cmd.Flags(), &profileName)
	return cmd
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
		"files": []string{"./" + appTypesFile},
		"compilerOptions": map[string]any{
			"target": "ES2022", "module": "ESNext", "moduleResolution": "bundler",
			"lib": []string{"ES2023", "WebWorker", "WebWorker.Iterable"}, "types": []string{},
			"jsx": "react-jsx", "strict": true, "noEmit": true, "skipLibCheck": true,
			"isolatedModules": true, "resolveJsonModule": true,
			"paths": paths,
		},
	}
}
