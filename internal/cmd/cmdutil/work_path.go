package cmdutil

import "encoding/base64"

// Path is a path in a request for Work. JSON text is UTF-8, and the names of files can have any bytes, so it is base64.
type Path string

// MarshalText implements encoding.TextMarshaler.
func (p Path) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, []byte(p)), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Path) UnmarshalText(text []byte) error {
	path, err := base64.StdEncoding.AppendDecode(nil, text)
	*p = Path(path)
	return err
}
