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
	"github.com/appsvc/svc/sdk"
	"github.com/appsvc/svc/templates"
)

// ownFolder is the tool's own folder in a project.
const ownFolder = ".svc"

func NewTypes(env *cli.Env) *cobra.Command {
	var flags planFlags
	var profileName string
	cmd := &cobra.Command{
		Use:   "types [dir]",
		Short: "Write the types of @svc/sdk for the editor",
		Long: `Write .svc/types and .svc/tsconfig.json: the types of @svc/sdk and shims for react and the
platform's UI package, so that editors and tsc work before any npm install. Packages that are
installed win. Run it again after an upgrade of svc; your tsconfig.json extends .svc/tsconfig.json.`,
		Args: cmdutil.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := "."
			if len(args) == 1 {
				folder = args[0]
			}
			dir, err := env.Folder(folder)
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
			plan, err := scaffold.Make(dir, files, scaffold.Options{Own: ownFolder})
			if err != nil {
				return &cli.Error{Code: cli.ExitUsage, What: err.Error(), Fix: "move it away, and run the command again", Err: err}
			}
			return flags.show(env, plan, true)
		},
	}
	cmd.Flags().BoolVar(&flags.dryRun, "dry-run", false, "show what would be written, and write nothing")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print the plan as one JSON document")
	cmd.Flags().StringVar(&profileName, "profile", "", "vendor profile (default: that of svc.platform.json, else crm)")
	return cmd
}

// addTypes adds the tool's own folder: the SDK's types, the shims, and the tsconfig that finds them.
func addTypes(files templates.Files, ui templates.UI) error {
	if err := addSDKTypes(files); err != nil {
		return err
	}
	for name, content := range templates.Types(ui) {
		files[path.Join(ownFolder, name)] = content
	}
	config, err := json.MarshalIndent(typesConfig(ui), "", "  ")
	if err != nil {
		return err
	}
	files[path.Join(ownFolder, "tsconfig.json")] = append(config, '\n')
	return nil
}

// addSDKTypes adds the declarations of @svc/sdk that are embedded in the tool.
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

// typesConfig is the tsconfig that a project's own extends. Each package is looked for where npm
// installs it first, then among our types.
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
		"compilerOptions": map[string]any{
			"target": "ES2022", "module": "ESNext", "moduleResolution": "bundler",
			"lib": []string{"ES2023", "WebWorker", "WebWorker.Iterable"}, "types": []string{},
			"jsx": "react-jsx", "strict": true, "noEmit": true, "skipLibCheck": true,
			"isolatedModules": true, "resolveJsonModule": true,
			"paths": paths,
		},
	}
}
