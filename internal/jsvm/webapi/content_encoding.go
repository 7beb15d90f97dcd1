package webapi

import (
	"compress/gzip"
	"io"

	"github.com/andybalholm/brotli"
)

// decoders are the content encodings that fetch decompresses, as the edge does.
var decoders = map[string]func(io.Reader) (io.Reader, error){
	"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
}

// decoded decompresses a body, from its first read on. As on the edge, scripts read the content whatever
// Accept-Encoding says.
type decoded struct {
	body   io.ReadCloser
	decode func(io.Reader) (io.Reader, error)
	reader io.Reader
}

func (d *decoded) Read(p []byte) (int, error) {
	if d.reader == nil {
		reader, err := d.decode(d.body)
		if err != nil {
			return 0, err // io.EOF of gzip: a response without a body
		}
		d.reader = reader
	}
	return d.reader.Read(p)
}

func (d *decoded) Close() error { return d.body.Close() }
