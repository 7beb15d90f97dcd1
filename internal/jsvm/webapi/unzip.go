package webapi

import (
	"compress/gzip"
	"errors"
	"io"
)

// unzipped decompresses a gzip body. The header is read with the first byte. As on the edge, scripts read the content
// whatever Accept-Encoding says.
type unzipped struct {
	body   io.ReadCloser
	reader *gzip.Reader
}

func (u *unzipped) Read(p []byte) (int, error) {
	if u.reader == nil {
		reader, err := gzip.NewReader(u.body)
		if errors.Is(err, io.EOF) {
			return 0, io.EOF // a response without a body
		}
		if err != nil {
			return 0, err
		}
		u.reader = reader
	}
	return u.reader.Read(p)
}

func (u *unzipped) Close() error { return u.body.Close() }
