package heap

import (
	"bytes"
	"os"
	"runtime/debug"

	"github.com/appsvc/svc/internal/heap/hugepages"
)

// hugePagesFile says in brackets which memory gets huge pages: always, madvise or never. Most distributions choose
// madvise: only what a program asks them for (kernel, Documentation/admin-guide/mm/transhuge.rst).
const hugePagesFile = "/sys/kernel/mm/transparent_hugepage/enabled"

// reserve has Go place about the next size bytes of its heap in huge pages, if the system leaves that to programs.
func reserve(size int) {
	enabled, err := os.ReadFile(hugePagesFile)
	if err == nil && bytes.Contains(enabled, []byte("[madvise]")) && int64(size) < debug.SetMemoryLimit(-1)/2 {
		hugepages.Reserve(size)
	}
}
