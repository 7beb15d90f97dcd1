// This file compiles the scripts of the SDK that every host runs.

package devserver

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/sdk"
)

// script is a script of sdk/dist/host, compiled when it is first needed, once a process: all VMs share it.
type script func() (*jsvm.Program, error)

// workerScript is the local host of a worker, with the SDK's runtime.
var workerScript = compiledOnce("local.js")

// appScripts make the app worker: the host of the actors, and what they are.
var appScripts = []script{compiledOnce("state.js"), compiledOnce("app.js")}

func compiledOnce(name string) script {
	return sync.OnceValues(func() (*jsvm.Program, error) {
		text, err := fs.ReadFile(sdk.Files, "dist/host/"+name)
		if err != nil {
			return nil, fmt.Errorf("the embedded SDK has no host script: %w", err)
		}
		return jsvm.Compile("svc:"+name, string(text))
	})
}
