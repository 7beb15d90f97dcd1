package projectfs

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

func TestWriteFixOfAFullDiskAsksForSpace(t *testing.T) {
	for failed, space := range map[syscall.Errno]bool{syscall.ENOSPC: true, syscall.EDQUOT: true, syscall.EACCES: false} {
		err := fmt.Errorf("cannot write: %w", &fs.PathError{Op: "write", Path: "a", Err: failed})
		if fix := WriteFix(err, "check its permissions"); strings.Contains(fix, "free space") != space {
			t.Errorf("%v: %s", failed, fix)
		}
	}
}
