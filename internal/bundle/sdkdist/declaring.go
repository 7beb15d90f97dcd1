package main

import (
	"bytes"
	"fmt"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/bundle"
)

// declaringScript is the SDK for evaluations: see sdkscript.Declaring. It is below dist.
const declaringScript = "host/declare.js"

// notDeclaring are the functions of "@svc/sdk" whose bodies are left out of the script, since declaring does not call
// them: those that handlers call, and those that create manifests. What only they use is left out, too.
var notDeclaring = []string{
	"alertExprJson", "createSvcOpenFeatureProvider", "evaluateBooleanFlag", "evaluateFlag", "evaluateFlags",
	"evaluateJsonFlag", "evaluateNumberFlag", "evaluateStringFlag", "handOff", "lookupInstall", "projectManifest",
	"redact", "workerManifest",
}

// buildDeclaring makes the script from the module of "@svc/sdk". Names stay, since scripts can read those of functions.
func buildDeclaring(module []byte) ([]byte, error) {
	var err error
	for _, name := range notDeclaring {
		if module, err = replaceBody(module, name, "leftOut();"); err != nil {
			return nil, err
		}
	}
	if module, err = replaceBody(module, "normalizeSyncSchedule", "return parseSchedule(schedule);"); err != nil {
		return nil, err
	}
	hosts := fmt.Sprintf(
		"const leftOut = globalThis['%s'], parseSchedule = globalThis['%s'];\n", bundle.LeftOut, bundle.ParseSchedule,
	)
	built := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: hosts + string(module)},
		Bundle: true, Format: api.FormatESModule, Target: api.ESNext, Charset: api.CharsetASCII,
		TreeShaking: api.TreeShakingTrue, Platform: api.PlatformNeutral,
	})
	if err := failure(declaringScript, built.Errors); err != nil {
		return nil, err
	}
	script, ok := bundle.ModuleScript(built.OutputFiles[0].Contents)
	if !ok {
		return nil, fmt.Errorf("%s: the module has another form than the published one", declaringScript)
	}
	short := api.Transform(string(script), api.TransformOptions{
		MinifyWhitespace: true, Target: api.ESNext, Charset: api.CharsetASCII,
	})
	return short.Code, failure(declaringScript, short.Errors)
}

// replaceBody replaces the body of a top-level function in code by esbuild by a statement.
func replaceBody(code []byte, name, statement string) ([]byte, error) {
	start := bytes.Index(code, []byte("function "+name+"("))
	if start > 0 {
		head := bytes.Index(code[start:], []byte(" {\n"))
		end := bytes.Index(code[start:], []byte("\n}\n"))
		if head > 0 && head < end {
			return fmt.Appendf(nil, "%s {\n  %s\n}\n%s", code[:start+head], statement, code[start+end+len("\n}\n"):]), nil
		}
	}
	return nil, fmt.Errorf("%s: the module has no function %s", declaringScript, name)
}
