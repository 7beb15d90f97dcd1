package hostile

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/appsvc/svc/test/sources"
)

// binary is one svc, which all tests share.
type binary struct {
	name, flags string
	link        sync.Once
	path        string
	err         error
}

var (
	productBinary = binary{name: "product"}
	limitedBinary = binary{name: "limited", flags: lowLimits}
)

// binaries is the folder of the linked binaries.
var binaries string

func TestMain(m *testing.M) {
	os.Exit(inFolder(m))
}

func inFolder(m *testing.M) int {
	var err error
	if binaries, err = os.MkdirTemp("", "svc-hostile-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(binaries)
	return m.Run()
}

// link builds svc as the Makefile does, with more flags of the linker, and returns its path.
func link(t *testing.T, b *binary) string {
	t.Helper()
	b.link.Do(func() {
		sources.Product(t, "../..")
		b.path = filepath.Join(binaries, b.name)
		build := exec.Command("go", "build", "-ldflags=-s -w"+b.flags, "-o", b.path, "../../cmd/svc")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			b.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.path
}
