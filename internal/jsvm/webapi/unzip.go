// This file unpacks what a server sends packed: as on the edge, a script reads the content whatever Accept-Encoding said.

package webapi

import (
	"compress/gzip"
	"errors"
	"io"
)

// unzipped is the content of a gzip body. Its head is read with the first byte that is asked for.
type unzipped struct {
	body   io.ReadCloser
	reader *gzip.Reader
}

func (u *unzipped) Read(p []byte) (int, error) {
	if u.reader == nil {
		reader, err := gzip.NewReader(u.body)
		if errors.Is(err, io.EOF) {
			return 0, io.EOF // nothing came at all: an answer without a body
		}
		if err != nil {
			return 0, err
		}
		u.reader = reader
	}
	return u.reader.Read(p)
}

func (u *unzipped) Close() error { return u.body.Close() }
