package projectfs

import "errors"

// ErrHeld is the error of Lock if another process holds the lock.
var ErrHeld = errors.New("held by another process")
