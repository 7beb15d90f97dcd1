// This file compiles ahead of time what every worker's VM needs.

package devserver

import (
	"context"
	"io"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
)

// warmScript reads the web APIs that a request through the runtime needs.
const warmScript = "void [setTimeout, structuredClone, TextEncoder, URL, Headers, AbortController, ReadableStream, Request, Response, crypto.subtle]"

// Warm compiles the runtime and the web APIs, which is done once a process and shared by all VMs, while the
// caller loads a project: on two cores a first invocation is a quarter faster. It may be left out, and what
// fails here fails again where it is needed, which tells the error.
func Warm(now func() time.Time, random io.Reader) {
	go func() {
		_, _ = workerScript()
		warmAPIs(now, random)
		for _, script := range appScripts {
			_, _ = script() // last: only handlers that keep something need the app worker
		}
	}()
}

func warmAPIs(now func() time.Time, random io.Reader) {
	vm, err := jsvm.New(jsvm.Options{Clock: jsvm.SystemClock(now), Random: random, Globals: webapi.All})
	if err != nil {
		return
	}
	defer vm.Close()
	if program, err := jsvm.Compile("svc:warm", warmScript); err == nil {
		_ = vm.Run(context.Background(), program)
	}
}
