package cmdutil

import (
	"fmt"
	"io"
	"os"
)

// ReadAtMost reads a file that the user named. It fails if the file has more than limit bytes, as a device can be
// endless.
func ReadAtMost(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // opened for reading only
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("it has more than %d bytes", limit)
	}
	return text, err
}
