//go:build !linux

package disposable

import (
	"errors"
	"time"
)

// ProcessorTimeOf is not known on this system.
func ProcessorTimeOf(int) (time.Duration, error) { return 0, errors.ErrUnsupported }
