package bundle

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	// NodeGlobal is the function with which a script gets a module of Node from its host.
	NodeGlobal = "__svc_node"
	// nodeNamespace contains the modules of Node.
	nodeNamespace = "svc-node"
)

// nodeModules are the modules of Node that the edge has with its flag nodejs_compat, without "node:". Some are there
// only so that they can be imported, and throw when they are used.
var nodeModules = []string{
	"assert", "assert/strict", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto",
	"dgram", "diagnostics_channel", "dns", "dns/promises", "domain", "events", "fs", "fs/promises", "http", "http2",
	"https", "inspector", "inspector/promises", "module", "net", "os", "path", "path/posix", "path/win32", "perf_hooks",
	"process", "punycode", "querystring", "readline", "readline/promises", "repl", "stream", "stream/consumers",
	"stream/promises", "stream/web", "string_decoder", "sys", "timers", "timers/promises", "tls", "trace_events", "tty",
	"url", "util", "util/types", "v8", "vm", "wasi", "worker_threads", "zlib",
}

// nodeOnly are those of nodeModules that Node has only with "node:".
var nodeOnly = []string{"sqlite", "test"}

// NodeModule returns the name of a module of Node that an import means, without "node:", and whether the edge has it
// with nodejs_compat. The name is "" for other imports. A path that ends in a slash is that of a package.
func NodeModule(path string) (name string, onEdge bool) {
	name, hasScheme := strings.CutPrefix(path, "node:")
	onEdge = slices.Contains(nodeModules, name) || hasScheme && slices.Contains(nodeOnly, name)
	if !onEdge && !hasScheme {
		return "", false
	}
	return name, onEdge
}

// nodePlugins returns the plugins for code that runs in a worker. They come before those that check what is resolved.
func (o Options) nodePlugins() []api.Plugin {
	if !o.Node {
		return nil
	}
	return []api.Plugin{nodePlugin(false)}
}

// nodePlugin makes imports of Node's modules calls of NodeGlobal, whatever the packages map them to for browsers: the
// edge's bundler does the same. The modules are CommonJS, whose default import is the module itself. lacking includes
// those that the edge lacks.
func nodePlugin(lacking bool) api.Plugin {
	return api.Plugin{Name: nodeNamespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^(node:)?[a-z0-9_]+(/[a-z0-9]+)?$`}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			name, onEdge := NodeModule(args.Path)
			if name == "" || !onEdge && !lacking || args.Kind == api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: name, Namespace: nodeNamespace, SideEffects: api.SideEffectsFalse}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: nodeNamespace}, func(
			args api.OnLoadArgs,
		) (api.OnLoadResult, error) {
			source := "module.exports = " + nodeCall(args.Path) + ";\n"
			return api.OnLoadResult{Contents: &source, Loader: api.LoaderJS}, nil
		})
	}}
}

func nodeCall(name string) string { return fmt.Sprintf("globalThis.%s(%q)", NodeGlobal, name) }

// NodeModulesOf returns the modules of Node that a bundle uses, sorted.
func NodeModulesOf(code []byte) []string {
	var used []string
	for _, name := range slices.Concat(nodeModules, nodeOnly) {
		if bytes.Contains(code, []byte(nodeCall(name))) {
			used = append(used, name)
		}
	}
	slices.Sort(used)
	return used
}
