package release

import (
	"bytes"
	"encoding/json"
)

// platformPackage is package.json of the npm package with the binary of a target.
type platformPackage struct {
	Name            string   `json:"name"`
	Version         string   `json:"version"`
	Description     string   `json:"description"`
	License         string   `json:"license"`
	Type            string   `json:"type"`
	PreferUnplugged bool     `json:"preferUnplugged"`
	OS              []string `json:"os"`
	CPU             []string `json:"cpu"`
	Files           []string `json:"files"`
}

// NpmPackage returns the files of the npm package with the binary of a target. npm installs it for that platform only,
// and npm/cli/bin/svc.js starts the binary.
func NpmPackage(t Target, version string, binary []byte, legal Legal) ([]File, error) {
	var about bytes.Buffer
	encoder := json.NewEncoder(&about)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(platformPackage{
		Name: t.Package(), Version: version, Description: "The binary of svc for " + t.Platform + " on " + t.CPU + ".",
		License: "Apache-2.0", Type: "commonjs", PreferUnplugged: true,
		OS: []string{t.Platform}, CPU: []string{t.CPU}, Files: []string{"bin", thirdPartyName},
	})
	return append(legal.files(""), []File{
		{Name: "README.md", Content: []byte("# " + t.Package() + "\n\nThe binary of svc for " + t.Platform + " on " + t.CPU +
			". Install `@svc/cli`, which depends on it.\n")},
		{Name: "bin/" + t.Binary(), Executable: true, Content: binary},
		{Name: "package.json", Content: about.Bytes()},
	}...), err
}
