package hostile

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// The worker that a hostile project has, and that of base.txtar.
const (
	evilWorker  = "src/workers/evil.ts"
	otherWorker = "src/workers/other.ts"
)

// share puts the projects of a folder that are marked as shared into one, because to start svc takes longer than to
// refuse one worker. Their workers and its tools have the names of the projects.
func share(all []*project) ([]*project, error) {
	var result []*project
	folders := map[string]*project{}
	for _, p := range all {
		if !p.shared {
			result = append(result, p)
			continue
		}
		folder, name := path.Split(p.name)
		whole := folders[folder]
		if whole == nil {
			whole = &project{name: folder + "shared", exits: []int{1}, other: "found", build: true}
			whole.files, whole.taken = map[string]string{}, map[string]string{}
			folders[folder] = whole
			result = append(result, whole)
		}
		if err := whole.add(p, name); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return result, nil
}

// add adds a project that must be refused because of its one worker.
func (p *project) add(one *project, name string) error {
	if len(one.exits) != 1 || one.exits[0] != 1 || one.other != "found" || one.output != nil || one.low {
		return errors.New("only a project with exit 1, and without other, output and limits, can be shared")
	}
	own := "src/workers/" + name + ".ts"
	p.refused = append(p.refused, own)
	renamed := func(file string) string {
		if file == evilWorker {
			return own
		}
		return file
	}
	for file, text := range one.files {
		if err := p.take(renamed(file), name); err != nil {
			return err
		}
		if file == evilWorker {
			text = strings.ReplaceAll(text, "'evil'", "'"+name+"'")
		}
		p.files[renamed(file)] = text
	}
	for _, step := range one.setup {
		step[1] = renamed(step[1])
		if err := p.take(step[1], name); err != nil {
			return err
		}
		p.setup = append(p.setup, step)
	}
	return nil
}

// take notes that a file belongs to one of the projects.
func (p *project) take(file, name string) error {
	if owner := p.taken[file]; owner != "" {
		return fmt.Errorf("%s has %s, too; remove the line shared", owner, file)
	}
	p.taken[file] = name
	return nil
}
