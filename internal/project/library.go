package project

import (
	"fmt"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/evaluate/sdkscript"
)

// whole compiles the embedded SDK once. Every VM can run it.
var whole = sync.OnceValues(func() (*sdkscript.Compiled, error) {
	embedded, err := embeddedSDK()
	if err != nil {
		return nil, err
	}
	return compileWhole(embedded)
})

// compileLibrary compiles the SDK, without what a load that makes no manifest needs if possible. The embedded SDK is
// compiled once: a server loads a project at every save.
func (l *loader) compileLibrary() compiled {
	embedded, err := embeddedSDK()
	if err != nil {
		return compiled{err: err}
	}
	if !l.sdk.Same(embedded) {
		code, err := compileWhole(l.sdk)
		return compiled{code: code, err: err}
	}
	compile := whole
	if !l.options.Manifest {
		compile = func() (*sdkscript.Compiled, error) { return sdkscript.Declaring(whole) }
	}
	code, err := compile()
	if err != nil {
		return compiled{err: err}
	}
	spares := make([]*evaluate.Spare, len(l.shard(l.files.modules())))
	for i := range spares {
		spares[i] = evaluate.StartSpare(evaluate.Options{
			Library: code, Globals: l.options.globals(), Clock: l.options.clock(),
		})
	}
	return compiled{code: code, spares: spares}
}

func compileWhole(sdk *bundle.SDK) (*sdkscript.Compiled, error) {
	script, faults := sdk.Script()
	if len(faults) > 0 {
		return nil, fmt.Errorf("cannot bundle the SDK: %s", faults[0].Text)
	}
	return sdkscript.Compile(script)
}
