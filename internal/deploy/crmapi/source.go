// This file makes the upload of a project out of its files: a zip of its sources, and its components as the
// vendor's own parser reads them. Platform versions before 2025.2, which svc does not know, take another form.

package crmapi

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/platform"
)

// Source is a project that is ready to be uploaded. ReadSource makes one.
type Source struct {
	// Name is the project's own, as its project file has it.
	Name            string
	PlatformVersion string
	// files are by their path below the folder of sources.
	files map[string][]byte
	nodes map[string]node
}

// ReadSource reads a generated project: its files by path from the project's folder, with forward slashes.
func ReadSource(profile *platform.Profile, files map[string][]byte) (Source, error) {
	var project struct {
		Name            string `json:"name"`
		SrcDir          string `json:"srcDir"`
		PlatformVersion string `json:"platformVersion"`
	}
	text, found := files[profile.ProjectFile]
	if !found {
		return Source{}, fmt.Errorf("the project has no %s", profile.ProjectFile)
	}
	if err := json.Unmarshal(text, &project); err != nil {
		return Source{}, fmt.Errorf("%s: %w", profile.ProjectFile, err)
	}
	if project.Name == "" || project.SrcDir == "" || project.PlatformVersion == "" {
		return Source{}, fmt.Errorf("%s must have name, srcDir and platformVersion", profile.ProjectFile)
	}
	source := Source{Name: project.Name, PlatformVersion: project.PlatformVersion, files: map[string][]byte{}}
	for path, text := range files {
		if below, inside := strings.CutPrefix(path, strings.Trim(project.SrcDir, "/")+"/"); inside && !ignored(below) {
			source.files[below] = text
		}
	}
	if len(source.files) == 0 {
		return Source{}, fmt.Errorf("the project has no file in %s", project.SrcDir)
	}
	var err error
	source.nodes, err = readNodes(profile, source.files)
	return source, err
}

// ignored are the files that the vendor's own tool leaves out.
func ignored(path string) bool {
	for _, name := range strings.Split(path, "/") {
		if name == "node_modules" || strings.HasPrefix(name, ".") {
			return true
		}
	}
	return strings.HasSuffix(path, ".log") || strings.HasSuffix(path, "~")
}

// Digest names the content of the upload: the same project has the same one.
func (s Source) Digest() string {
	hash := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		fmt.Fprintf(hash, "%d %s %d ", len(path), path, len(s.files[path]))
		hash.Write(s.files[path])
	}
	fmt.Fprintf(hash, "%s %s", s.Name, s.PlatformVersion)
	return hex.EncodeToString(hash.Sum(nil))
}

// zipTime is the time of all files in the zip: the oldest that the format has.
var zipTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// archive is the zip. The same files give the same bytes.
func (s Source) archive() ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		header := &zip.FileHeader{Name: path, Method: zip.Deflate, Modified: zipTime}
		header.SetMode(0o644)
		file, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(s.files[path]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// request is the upload as a call. The platform is told not to deploy by itself: that is a step of its own.
func (s Source) request(project, message string) (request, error) {
	zipped, err := s.archive()
	if err != nil {
		return request{}, err
	}
	parsed, err := json.Marshal(uploadRequest{
		Nodes: s.nodes, ProfileData: noProfile, Project: project, Message: message, SkipAutoDeploy: true,
	})
	if err != nil {
		return request{}, err
	}
	body, contentType, err := form(zipped, [][2]string{
		{"platformVersion", s.PlatformVersion}, {"uploadRequest", string(parsed)},
	})
	return request{
		method: http.MethodPost, path: uploadPath, body: body, contentType: contentType, timeout: uploadTimeout,
	}, err
}

// form writes the multipart body. Its boundary is a digest of what it parts.
func form(zipped []byte, fields [][2]string) (body []byte, contentType string, err error) {
	hash := sha256.New()
	hash.Write(zipped)
	for _, field := range fields {
		hash.Write([]byte(field[1]))
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.SetBoundary("svc-" + hex.EncodeToString(hash.Sum(nil))[:40]); err != nil {
		return nil, "", err
	}
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="projectFilesZip"; filename="project.zip"`}, "Content-Type": {
			"application/zip",
		},
	})
	if err != nil {
		return nil, "", err
	}
	if _, err := part.Write(zipped); err != nil {
		return nil, "", err
	}
	for _, field := range fields {
		if err := w.WriteField(field[0], field[1]); err != nil {
			return nil, "", err
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", err
	}
	return b.Bytes(), w.FormDataContentType(), nil
}
