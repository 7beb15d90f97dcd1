//go:build unix

package projectfs

import (
	"errors"
	"net"
	"path/filepath"
	"syscall"
	"testing"
)

func TestPipesAndSocketsDoNotBlock(t *testing.T) {
	dir := tree(t, map[string]string{"x": ""})
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "package.json"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir) // the path of a socket has at most about 100 bytes
	listener, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	r := open(t, dir, Options{})
	for _, name := range []string{"pipe", "socket", "package.json"} {
		if _, err := r.ReadFile(name); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
