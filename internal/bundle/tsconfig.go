package bundle

import (
	"os"
	"path/filepath"
)

// ourCompilerOptions makes class fields of TypeScript constructor assignments: goja refuses fields named get, set or
// async, and other ways to lower them would also lower #private members.
const ourCompilerOptions = `{"useDefineForClassFields":false}`

// findTsconfig returns the tsconfig.json of a folder: its own or the nearest one above.
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

// UserTsconfig writes a temporary tsconfig.json that extends that of dir. It returns its path and a function that
// removes it. Without a tsconfig.json the path is "". Inline settings would make esbuild ignore the user's file with
// its `paths`.
//
// If no temporary file can be written, it returns the user's file. Then a second build lowers the class fields that the
// engine refuses.
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
