package crmapi

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/reason"
)

// maxArchive limits the files of a build together, in bytes.
const maxArchive = 64 << 20

// Archive returns the files of a build, by their path in the project.
func (c *Client) Archive(ctx context.Context, project string, build int64) (map[string][]byte, error) {
	r := request{
		method: http.MethodGet, path: fmt.Sprintf("%s/%s/builds/%d/archive-full", buildsPath, url.PathEscape(project), build),
		timeout: uploadTimeout,
	}
	var zipped raw
	if err := c.call(ctx, r, &zipped); err != nil {
		return nil, err
	}
	files, err := unzip(zipped)
	if err != nil {
		return nil, unexpected(r.method, r.path, "the response is not an archive of a project: "+reason.Of(err))
	}
	return files, nil
}

// raw is a response body that is not decoded.
type raw []byte

func unzip(text []byte) (map[string][]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, err
	}
	files, left := map[string][]byte{}, int64(maxArchive)
	for _, entry := range archive.File {
		if strings.HasSuffix(entry.Name, "/") {
			continue // a folder
		}
		opened, err := entry.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(io.LimitReader(opened, left+1))
		if err != nil {
			return nil, err
		}
		if left -= int64(len(data)); left < 0 {
			return nil, fmt.Errorf("its files exceed %d bytes", maxArchive)
		}
		files[entry.Name] = data
	}
	return files, nil
}
