//go:build !unix

package cli

import (
	"errors"
	"os"
)

// unbuffered fails: a server on these systems has no supervisor that could follow keys.
func unbuffered(*os.File) (restore func(), err error) { return nil, errors.ErrUnsupported }
