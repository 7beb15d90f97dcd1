package project

import "slices"

// sourceFiles returns the config, the workers, the cards, and every local file that they import.
func (l *loader) sourceFiles() []string {
	files := append(l.bundling.Sources.Files(), l.files.modules()...)
	slices.Sort(files)
	return slices.Compact(files)
}

// inputs returns the files that were opened, and those that would have been without their findings.
func (l *loader) inputs() []string {
	files := slices.Concat(l.root.Inputs(), l.files.modules(), l.failed)
	slices.Sort(files)
	return slices.Compact(files)
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
