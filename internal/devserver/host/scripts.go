package host

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/sdk"
)

// script returns a script of sdk/dist/host. Its first call compiles it, once per process for all VMs.
type script func() (*jsvm.Program, error)

// appScripts are the app worker: the host of the actors, and the actors.
var appScripts = []script{compiledOnce("state.js"), compiledOnce("app.js")}

func compiledOnce(name string) script {
	return sync.OnceValues(func() (*jsvm.Program, error) {
		text, err := fs.ReadFile(sdk.Files, "dist/host/"+name)
		if err != nil {
			return nil, fmt.Errorf("cannot read a host script of the embedded SDK: %w", err)
		}
		return jsvm.Compile("svc:"+name, string(text))
	})
}
