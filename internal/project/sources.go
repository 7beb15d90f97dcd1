package project

import (
	"slices"

	"github.com/appsvc/svc/internal/projectfs"
)

// sourceFiles returns the config, the workers, the cards, and every local file that they import.
func (l *loader) sourceFiles() []string {
	files := append(l.bundling.Sources.Files(), l.files.modules()...)
	slices.Sort(files)
	return slices.Compact(files)
}

// inputs returns what the load depends on, with the files that would have been opened without their findings.
func (l *loader) inputs() projectfs.Inputs {
	inputs := l.root.Inputs()
	inputs.Files = slices.Concat(inputs.Files, l.files.modules(), l.failed)
	slices.Sort(inputs.Files)
	inputs.Files = slices.Compact(inputs.Files)
	return inputs
}

// readSource implements declared.Project.Source. For a bundled file it returns the bundled text, whatever is on disk
// now.
func (l *loader) readSource(file string) []byte {
	if text, known := l.bundling.Sources.Bytes(file); known {
		return text
	}
	text, err := l.root.ReadImport(file)
	if err != nil {
		return nil // deleted meanwhile, or not to be quoted
	}
	return text
}
