package bundle

import (
	"bytes"
	"slices"

	"github.com/evanw/esbuild/pkg/api"
)

// reactPackage is the package that compiled JSX calls.
const reactPackage = "react"

// withReact adds an import of React to a module with JSX that lacks one. The platform's builder compiles JSX to calls
// of React.createElement, whatever the user's tsconfig.json sets.
func withReact(m CardModule) CardModule {
	const free, jsx = "__svc_free_react__", "__svc_jsx__"
	// The probe uses React at the end of the module. Define replaces only a name that the module does not declare.
	compiled := api.Transform(string(m.Code)+"\nglobalThis.probe = React;\n", api.TransformOptions{
		Loader: api.LoaderJSX, JSX: api.JSXTransform, JSXFactory: jsx, Define: map[string]string{
			"React": free,
		}, LogLevel: api.LogLevelSilent,
	})
	if !bytes.Contains(compiled.Code, []byte(jsx)) || !bytes.Contains(compiled.Code, []byte(free)) {
		return m
	}
	m.Code = append([]byte("import React from \"react\";\n\n"), m.Code...)
	m.Packages = append(m.Packages, reactPackage)
	slices.Sort(m.Packages)
	m.Packages = slices.Compact(m.Packages)
	return m
}
