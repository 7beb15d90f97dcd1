// Command gen writes a believable project with many worker files of about 2 KB each, on which
// `make bench` measures `svc check`. The same flags give the same bytes.
//
// The projects are clean: checking them finds nothing. all.entry.js imports everything, so that
// another bundler can be given the same files.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	n := flag.Int("n", 20, "how many worker files to write")
	one := flag.Bool("one", false, "write one worker that imports n files instead")
	out := flag.String("out", "", "the folder to write to; it is created")
	flag.Parse()
	if *out == "" || *n < 1 {
		fmt.Fprintln(os.Stderr, "gen: name a folder with -out and at least one worker with -n")
		os.Exit(2)
	}
	files := project(*n)
	if *one {
		files = oneWorker(*n)
	}
	if err := write(*out, files); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// project makes the files by path.
func project(n int) map[string]string {
	files := map[string]string{
		"svc.config.ts":     config,
		"tsconfig.json":     tsconfig,
		"src/lib/fields.ts": sharedFields,
		"src/lib/format.ts": sharedFormat,
	}
	var entry strings.Builder
	entry.WriteString("export * as config from './svc.config.ts';\n")
	for i := range n {
		name := fmt.Sprintf("w%04d", i)
		files["src/workers/"+name+".ts"] = worker(i)
		fmt.Fprintf(&entry, "export * as %s from './src/workers/%s.ts';\n", name, name)
	}
	files["all.entry.js"] = entry.String()
	return files
}

func write(dir string, files map[string]string) error {
	for path, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
