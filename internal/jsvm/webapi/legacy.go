package webapi

import (
	"errors"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"
)

// legacyName returns the name of an encoding that is older than Unicode, "" for an unknown label.
func legacyName(label string) string {
	found, err := htmlindex.Get(label)
	if err != nil {
		return ""
	}
	name, err := htmlindex.Name(found)
	if err != nil || name == "replacement" {
		return "" // decodes nothing
	}
	return name
}

// legacy decodes with the tables of a library. A byte without a character gives U+FFFD, and is bad input if fatal.
func (d *textDecoder) legacy(data []byte, more bool) (string, bool) {
	if d.tables == nil {
		found, err := htmlindex.Get(d.encoding)
		if err != nil {
			return "", false
		}
		d.tables = found.NewDecoder()
	}
	var text strings.Builder
	piece := make([]byte, 3*len(data)+16)
	for {
		written, read, err := d.tables.Transform(piece, data, !more)
		text.Write(piece[:written])
		data = data[read:]
		if !errors.Is(err, transform.ErrShortDst) {
			break
		}
	}
	if more {
		d.rest = append([]byte(nil), data...)
	} else {
		d.tables.Reset()
	}
	return text.String(), !d.fatal || !strings.Contains(text.String(), "\ufffd")
}
