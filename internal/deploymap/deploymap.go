// Package deploymap keeps the source maps of deployed scripts in .svc/maps, and gives stack traces of these scripts the
// positions of the source.
//
// Each upload of a worker has a map of its own, found by the id of its deploy, which the worker reports with an error.
// So the map of changed code is never applied, not before the changed code is deployed and not after a rollback.
// Start at Keep and Find.
package deploymap

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/sourcemap"
)

// Upload identifies one upload of a worker.
type Upload struct{ Worker, Environment, Deploy string }

// Map is the source map of one upload.
type Map struct {
	// SourceMap maps the main module.
	SourceMap json.RawMessage `json:"sourceMap"`
	// Digests are those of the project's files at the time of the build, by path.
	Digests map[string]string `json:"digests"`
}

// NewMap returns the map of a script of a project whose files have these digests.
func NewMap(sourceMap []byte, digests map[string]string) (Map, error) {
	files, err := sourcemap.SourcesOf(sourceMap)
	m := Map{SourceMap: sourceMap, Digests: map[string]string{}}
	for _, file := range files {
		if digest, known := digests[file]; known {
			m.Digests[file] = digest
		}
	}
	return m, err
}

// kept is how many uploads of a worker in one environment have a map. Older ones are deleted.
const kept = 20

// maxMap is the largest map that is read, in bytes. A script of 64 MiB, the largest one, has a smaller map.
const maxMap = 256 << 20

const suffix = ".json.gz"

func folder(dir string) projectfs.Folder { return projectfs.Own(dir, "maps") }

// name returns the name of a file. Ids of deploys sort by time.
func (u Upload) name() string { return u.Deploy + u.tail() }

func (u Upload) tail() string { return "." + u.Worker + "." + u.Environment + suffix }

// Keep writes the map of an upload to the app's folder, before the upload runs anywhere.
func Keep(dir string, u Upload, m Map) error {
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("cannot keep the source map of worker %q: %w", u.Worker, err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err = w.Write(text)
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	if err := folder(dir).WriteFile(u.name(), packed.Bytes(), 0o644); err != nil {
		return err
	}
	return prune(dir, u)
}

// prune deletes the oldest maps of a worker in an environment.
func prune(dir string, u Upload) error {
	names, err := list(dir)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		id, _, _ := strings.Cut(name, ".")
		return name != id+u.tail()
	})
	for _, name := range names[:max(0, len(names)-kept)] {
		if err := folder(dir).Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// list returns the names of all maps, the oldest first.
func list(dir string) ([]string, error) {
	entries, err := folder(dir).ReadDir()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	slices.Sort(names)
	return names, err
}

// Find returns the map of a worker that a deploy uploaded. Without one the error is fs.ErrNotExist: another machine
// deployed it, or it is too old.
func Find(dir, worker, deploy string) (*Map, error) {
	names, err := list(dir)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(names, func(name string) bool {
		return strings.HasPrefix(name, deploy+"."+worker+".") && strings.HasSuffix(name, suffix)
	})
	if at < 0 {
		return nil, fs.ErrNotExist
	}
	packed, err := folder(dir).ReadFile(names[at])
	if err != nil {
		return nil, err
	}
	m, err := unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("cannot read %q: %w", folder(dir).File(names[at]), err)
	}
	return m, nil
}

func unpack(packed []byte) (*Map, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxMap))
	if err != nil {
		return nil, err
	}
	var m Map
	return &m, json.Unmarshal(text, &m)
}
