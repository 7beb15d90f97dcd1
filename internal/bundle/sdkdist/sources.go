package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sumFile has the checksum of the sources that dist was built from. Its name starts with a dot, so it is not embedded.
const sumFile = "dist/.sources.sha256"

// buildFiles are the sources outside of src.
var buildFiles = []string{"scripts/bundle-types.mjs", "package.json", "tsconfig.build.json", "tsconfig.json"}

// sourcesSum returns the checksum of everything in the package that dist is built from.
func sourcesSum(sdk string) (string, error) {
	files := make([]string, 0, 300)
	for _, name := range buildFiles {
		files = append(files, filepath.Join(sdk, name))
	}
	err := filepath.WalkDir(filepath.Join(sdk, "src"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.Contains(d.Name(), ".test.") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		name, err := filepath.Rel(sdk, file)
		if err != nil {
			return "", err
		}
		_, _ = sum.Write([]byte(filepath.ToSlash(name) + "\x00" + string(content) + "\x00"))
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// committedSum returns the checksum that dist was built with, or "" if there is none.
func committedSum(sdk string) string {
	text, err := os.ReadFile(filepath.Join(sdk, sumFile))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

func writeSum(sdk, sum string) error {
	return os.WriteFile(filepath.Join(sdk, sumFile), []byte(sum+"\n"), 0o644)
}
