package bundle

import (
	"encoding/json"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// entryNamespace contains the generated entry of each shard.
const entryNamespace = "svc-entry"

func entryName(shard int) string { return entryNamespace + "-" + string(rune('a'+shard)) }

// entryPlugin serves the entries: arrays of functions, so that each module is evaluated separately.
func entryPlugin(root string, shards [][]string) api.Plugin {
	return api.Plugin{Name: entryNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + entryNamespace + "-[a-z]$"}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			if args.Kind != api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: args.Path, Namespace: entryNamespace}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: entryNamespace}, func(
			args api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			shard := int(args.Path[len(args.Path)-1] - 'a')
			source := entrySource(shards[shard])
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS, ResolveDir: root}, nil
		})
	}}
}

func entrySource(modules []string) string {
	var b strings.Builder
	b.WriteString("export default [\n")
	for _, path := range modules {
		b.WriteString("() => require(" + quote("./"+path) + "),\n")
	}
	b.WriteString("];\n")
	return b.String()
}

// quote writes a string as a JavaScript literal.
func quote(s string) string {
	text, _ := json.Marshal(s) // marshaling a string does not fail
	return string(text)
}
