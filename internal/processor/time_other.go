//go:build !linux && !darwin

package processor

import "time"

// Time returns 0: this system does not tell.
func Time() time.Duration { return 0 }
