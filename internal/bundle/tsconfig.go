// This file finds the user's tsconfig and puts what we must set on top of it.

package bundle

import (
	"os"
	"path/filepath"
)

// ourCompilerOptions makes class fields of TypeScript constructor assignments: goja refuses fields
// named get, set or async, and lowering them otherwise would lower #private members too.
const ourCompilerOptions = `{"useDefineForClassFields":false}`

// findTsconfig finds the tsconfig that governs a folder: its own or the nearest one above.
func findTsconfig(dir string) (string, bool) {
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
//
// Where nothing can be written the user's own file serves: class fields that the engine refuses are
// then lowered in a second build.
func UserTsconfig(dir string) (path string, remove func()) {
	keep := func() {}
	user, found := findTsconfig(dir)
	if !found {
		return "", keep
	}
	file, err := os.CreateTemp("", "svc-tsconfig-*.json")
	if err != nil {
		return user, keep
	}
	remove = func() { _ = os.Remove(file.Name()) }
	_, err = file.WriteString(`{"extends":` + quote(user) + `,"compilerOptions":` + ourCompilerOptions + `}`)
	if closing := file.Close(); err != nil || closing != nil {
		remove()
		return user, keep
	}
	return file.Name(), remove
}
