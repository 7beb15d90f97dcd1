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

// Source is a project to upload: a zip of its sources, and its components. Platform versions before 2025.2, which svc
// does not support, have another form. ReadSource returns one.
type Source struct {
	// Name is the name in the project file.
	Name            string
	PlatformVersion string
	// files are by their path below the folder of sources.
	files map[string][]byte
	nodes map[string]node
}

// ReadSource reads a generated project. The files are by path from the project's folder, with forward slashes.
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
		return Source{}, fmt.Errorf("invalid %s: expected name, srcDir and platformVersion", profile.ProjectFile)
	}
	source := Source{Name: project.Name, PlatformVersion: project.PlatformVersion, files: map[string][]byte{}}
	for path, text := range files {
		if below, inside := strings.CutPrefix(path, strings.Trim(project.SrcDir, "/")+"/"); inside && !ignored(below) {
			source.files[below] = text
		}
	}
	if len(source.files) == 0 {
		return Source{}, fmt.Errorf("the project has no files in %s", project.SrcDir)
	}
	var err error
	source.nodes, err = readNodes(profile, source.files)
	return source, err
}

// ignored reports whether the vendor's own tool omits the file.
func ignored(path string) bool {
	for _, name := range strings.Split(path, "/") {
		if name == "node_modules" || strings.HasPrefix(name, ".") {
			return true
		}
	}
	return strings.HasSuffix(path, ".log") || strings.HasSuffix(path, "~")
}

// Digest returns a digest of the upload's content.
func (s Source) Digest() string {
	hash := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		fmt.Fprintf(hash, "%d %s %d ", len(path), path, len(s.files[path]))
		hash.Write(s.files[path])
	}
	fmt.Fprintf(hash, "%s %s", s.Name, s.PlatformVersion)
	return hex.EncodeToString(hash.Sum(nil))
}

// zipTime is the time of all files in the zip: the earliest of the format.
var zipTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// archive returns the zip. The same files have the same bytes.
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

// request returns the upload as a call. The platform does not deploy the build by itself: a deploy has a separate step.
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

// form returns the multipart body. Its boundary is a digest of the parts.
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
