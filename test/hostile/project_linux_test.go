package hostile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// canary is the secret of this machine. It is not one that a project could guess.
const canary = "canary-5b1d8e0c-hostile-projects-must-not-print-this"

// project is one hostile project and what is expected of it.
type project struct {
	name   string
	exits  []int
	other  string
	output *regexp.Regexp
	low    bool // runs with low limits
	build  bool // is built, though a limit ended the check
	shared bool // is added to a project with others of its folder
	setup  [][]string
	files  map[string]string
	// Of a project that consists of shared ones: the workers that must have errors, and who has which file.
	refused []string
	taken   map[string]string
}

// readProjects parses all files, and combines the shared projects.
func readProjects(files []string) ([]*project, error) {
	var all []*project
	for _, file := range files {
		p, err := readProject(file)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return share(all)
}

// readProject parses a txtar file.
func readProject(path string) (*project, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	p := &project{other: "found", files: map[string]string{}}
	p.name = filepath.Base(filepath.Dir(path)) + "/" + strings.TrimSuffix(filepath.Base(path), ".txtar")
	for _, file := range archive.Files {
		p.files[file.Name] = string(file.Data)
	}
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.directive(line); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, line, err)
		}
	}
	if len(p.exits) == 0 {
		return nil, fmt.Errorf("%s: expected a line with exit", path)
	}
	return p, nil
}

func (p *project) directive(line string) error {
	name, rest, _ := strings.Cut(line, " ")
	switch name {
	case "exit":
		for _, code := range strings.Fields(rest) {
			n, err := strconv.Atoi(code)
			if err != nil {
				return err
			}
			p.exits = append(p.exits, n)
		}
	case "other":
		p.other = rest
	case "limits":
		if rest != "low" {
			return errors.New("expected limits low")
		}
		p.low = true
	case "shared":
		p.shared = true
	case "build":
		p.build = true
	case "output":
		expression, err := regexp.Compile(rest)
		p.output = expression
		return err
	default:
		if setups[name] == nil {
			return fmt.Errorf("unknown directive %q", name)
		}
		p.setup = append(p.setup, append([]string{name}, words(rest)...))
	}
	return nil
}

// words splits a directive at spaces; single quotes keep spaces.
func words(text string) []string {
	var all []string
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

// write creates the project and its surroundings in a folder, and returns the project's folder.
func (p *project) write(outside string) (string, error) {
	dir := filepath.Join(outside, "project")
	base, err := txtar.ParseFile("base.txtar")
	if err != nil {
		return "", err
	}
	fill := strings.NewReplacer("CANARY", canary, "OUTSIDE", outside)
	for _, file := range base.Files {
		if err := writeFile(filepath.Join(outside, file.Name), fill.Replace(string(file.Data))); err != nil {
			return "", err
		}
	}
	for name, text := range p.files {
		if name == "template" {
			continue
		}
		if err := writeFile(filepath.Join(dir, name), fill.Replace(text)); err != nil {
			return "", err
		}
	}
	for _, step := range p.setup {
		if err := setups[step[0]](p, dir, step[1:], fill); err != nil {
			return "", fmt.Errorf("%v: %w", step, err)
		}
	}
	return dir, nil
}

func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// snapshot returns the type and text of each file below a folder, without following links.
func snapshot(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		info, err := entry.Info()
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir():
			files[name] = "folder"
		case !info.Mode().IsRegular():
			target, _ := os.Readlink(path)
			files[name] = info.Mode().Type().String() + target
		case info.Size() > 100<<20:
			files[name] = fmt.Sprint(info.Size(), " bytes")
		default:
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files[name] = string(text)
		}
		return nil
	})
	return files, err
}
