package release

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"
)

// summary is what svc is, in one line without a full stop.
const summary = "Check, run and deploy CRM apps declared in TypeScript"

// textValues are the values of the formula and of the installer.
type textValues struct {
	Version string
	// URL is the address of the folder with the artifacts, without a slash at the end.
	URL string
	// Sums are the checksums of the artifacts by their names.
	Sums map[string]string
}

// Summary is what svc is, in one line.
func (p textValues) Summary() string { return summary }

// Archive returns the name of the archive for a platform in the words of Go.
func (p textValues) Archive(os, arch string) string {
	return Target{OS: os, Arch: arch}.Archive(p.Version)
}

// Sum returns the checksum of an artifact. An artifact that this release lacks is an error.
func (p textValues) Sum(name string) (string, error) {
	if p.Sums[name] == "" {
		return "", fmt.Errorf("no artifact %s in this release", name)
	}
	return p.Sums[name], nil
}

// Unix are the targets of the installer.
func (p textValues) Unix() []Target {
	var unix []Target
	for _, t := range Targets {
		if t.OS != "windows" && p.Sums[t.Archive(p.Version)] != "" {
			unix = append(unix, t)
		}
	}
	return unix
}

//go:embed text/svc.rb
var formulaText string

//go:embed text/install.sh
var installerText string

// renderFormula returns the text of the Homebrew formula.
func renderFormula(p textValues) ([]byte, error) { return render("svc.rb", formulaText, p) }

// renderInstaller returns the installer for Linux and macOS, a POSIX shell script.
func renderInstaller(p textValues) ([]byte, error) { return render("install.sh", installerText, p) }

func render(name, text string, p textValues) ([]byte, error) {
	parsed, err := template.New(name).Delims("[[", "]]").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	err = parsed.Execute(&out, p)
	return []byte(out.String()), err
}
