package sdkscript

import (
	"sync"

	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/sdk"
)

// declaringFile is the embedded script of Declaring. It takes less than half as long to compile as the whole SDK.
const declaringFile = "dist/host/declare.js"

// declaring compiles the script once. Every VM can run it.
var declaring = sync.OnceValues(func() (*Compiled, error) {
	text, err := sdk.Files.ReadFile(declaringFile)
	if err != nil {
		return nil, err
	}
	return Compile(text)
})

// A check needs the script whatever the project. To compile it takes a quarter of the time of a small check, and other
// packages are initialized on one core meanwhile: so this package must import few others.
func init() {
	if disposable.WillLoad("check") {
		go func() { _, _ = declaring() }() // Declaring returns its error
	}
}
