//go:build !linux

package processor

import (
	"errors"
	"time"
)

// TimeOf is not known on this system.
func TimeOf(int) (time.Duration, error) { return 0, errors.ErrUnsupported }
