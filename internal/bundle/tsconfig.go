// This file finds the user's tsconfig and puts what we must set on top of it.

package bundle

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// ourCompilerOptions makes class fields of TypeScript constructor assignments: goja refuses fields
// named get, set or async, and lowering them otherwise would lower #private members too.
const ourCompilerOptions = `{"useDefineForClassFields":false}`

// FindTsconfig finds the tsconfig that governs a folder: its own or the nearest one above.
func FindTsconfig(dir string) (string, bool) {
	for {
		path := filepath.Join(dir, "tsconfig.json")
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// UserTsconfig writes a temporary tsconfig that extends the one that governs dir, and returns its
// path and a function that removes it. Without any the path is empty. Passing our settings inline
// instead would make esbuild ignore the user's file, and with it the `paths` aliases.
func UserTsconfig(dir string) (path string, remove func(), err error) {
	user, found := FindTsconfig(dir)
	if !found {
		return "", func() {}, nil
	}
	extends, err := json.Marshal(user)
	if err != nil {
		return "", nil, err
	}
	file, err := os.CreateTemp("", "svc-tsconfig-*.json")
	if err != nil {
		return "", nil, fmt.Errorf("cannot write a temporary tsconfig: %w", err)
	}
	remove = func() { _ = os.Remove(file.Name()) }
	_, err = fmt.Fprintf(file, `{"extends":%s,"compilerOptions":%s}`, extends, ourCompilerOptions)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("cannot write a temporary tsconfig: %w", err)
	}
	return file.Name(), remove, nil
}
