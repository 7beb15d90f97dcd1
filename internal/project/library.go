package project

import (
	"fmt"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/evaluate"
)

// Anticipate starts to compile what Load needs of the SDK in every project that has the embedded one and makes no
// manifest. Call it at the start of a process that will call Load, while another core is idle.
func Anticipate() { go declaring() }

// declaring compiles the embedded SDK once, without what only handlers and manifests need. Every VM can run it.
var declaring = sync.OnceValue(func() compiled {
	embedded, err := embeddedSDK()
	if err != nil {
		return compiled{err: err}
	}
	library, err := evaluate.CompileDeclaring(embedded.Declaring(), whole)
	return compiled{library, err}
})

// whole compiles the embedded SDK once. Every VM can run it.
var whole = sync.OnceValues(func() (*evaluate.Library, error) {
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
	same := l.sdk.Same(embedded)
	if same && !l.options.Manifest {
		return declaring()
	}
	compile := whole
	if !same {
		compile = func() (*evaluate.Library, error) { return compileWhole(l.sdk) }
	}
	library, err := compile()
	return compiled{library, err}
}

func compileWhole(sdk *bundle.SDK) (*evaluate.Library, error) {
	script, faults := sdk.Script()
	if len(faults) > 0 {
		return nil, fmt.Errorf("cannot bundle the SDK: %s", faults[0].Text)
	}
	return evaluate.CompileLibrary(script)
}
