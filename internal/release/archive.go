package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"path"
	"slices"
	"time"
)

// File is a regular file of an archive. Its name is relative, with slashes.
type File struct {
	Name       string
	Executable bool
	Content    []byte
}

func (f File) mode() fs.FileMode {
	if f.Executable {
		return 0o755
	}
	return 0o644
}

// TarGz returns an archive with the files in their order. Every entry has the time and belongs to root.
func TarGz(files []File, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	if err := writeTar(tar.NewWriter(zipped), files, at); err != nil {
		return nil, err
	}
	err := zipped.Close()
	return out.Bytes(), err
}

// writeTar writes each folder before the first file in it, as dpkg requires.
func writeTar(to *tar.Writer, files []File, at time.Time) error {
	written := map[string]bool{".": true, "/": true}
	for _, file := range files {
		for _, folder := range foldersOf(file.Name) {
			if written[folder] {
				continue
			}
			written[folder] = true
			header := &tar.Header{Typeflag: tar.TypeDir, Name: folder + "/", Mode: 0o755, ModTime: at, Format: tar.FormatUSTAR}
			if err := to.WriteHeader(header); err != nil {
				return err
			}
		}
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: file.Name, Mode: int64(file.mode()), Size: int64(len(file.Content)), ModTime: at,
			Format: tar.FormatUSTAR,
		}
		if err := to.WriteHeader(header); err != nil {
			return err
		}
		if _, err := to.Write(file.Content); err != nil {
			return err
		}
	}
	return to.Close()
}

// foldersOf returns the folders of a path, from the outermost.
func foldersOf(name string) []string {
	var folders []string
	for folder := path.Dir(name); folder != "." && folder != "/"; folder = path.Dir(folder) {
		folders = append(folders, folder)
	}
	slices.Reverse(folders)
	return folders
}

// makeZip returns an archive with the files in their order. Every entry has the time.
func makeZip(files []File, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	for _, file := range files {
		header := &zip.FileHeader{Name: file.Name, Method: zip.Deflate, Modified: at.UTC()}
		header.SetMode(file.mode())
		entry, err := to.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(file.Content); err != nil {
			return nil, err
		}
	}
	err := to.Close()
	return out.Bytes(), err
}
