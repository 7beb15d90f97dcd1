package link

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/loopback"
	"github.com/appsvc/svc/internal/reason"
)

// maxEnvironment is the maximum length of an environment's name, in characters. It is part of script names.
const maxEnvironment = 24

// maxScript is the maximum length of a script's name, in characters. It is a DNS label of the script's address.
const maxScript = 63

var (
	environmentName = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	identifier      = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)
)

// CheckEnvironment returns an error if name is not a valid environment name.
func CheckEnvironment(name string) error {
	if !environmentName().MatchString(name) || len(name) > maxEnvironment {
		return fmt.Errorf(
			"invalid environment %q: use lower-case letters, digits and single hyphens, at most %d characters",
			name, maxEnvironment,
		)
	}
	return nil
}

// validate returns the first error in the link.
func (p *Project) validate() error {
	if p.ProjectID != "" && !identifier().MatchString(p.ProjectID) {
		return fmt.Errorf("invalid projectId %q", p.ProjectID)
	}
	if p.Slug != "" && !environmentName().MatchString(p.Slug) {
		return fmt.Errorf("invalid slug %q", p.Slug)
	}
	owners := map[string]string{}
	for _, name := range p.Names() {
		if err := CheckEnvironment(name); err != nil {
			return err
		}
		if err := p.Environments[name].validate(owners, name); err != nil {
			return fmt.Errorf("environment %q: %w", name, err)
		}
	}
	return nil
}

// validate checks one environment. owners maps the script names seen so far to their owners.
func (e Environment) validate(owners map[string]string, environment string) error {
	if e.Account != "" && !identifier().MatchString(e.Account) {
		return fmt.Errorf("invalid account %q", e.Account)
	}
	if err := checkOrigin("origin", e.Origin); err != nil {
		return err
	}
	for _, worker := range slices.Sorted(maps.Keys(e.Origins)) {
		if err := checkOrigin("origins."+worker, e.Origins[worker]); err != nil {
			return err
		}
	}
	if err := claim(owners, e.Script, environment, "script"); err != nil {
		return err
	}
	for _, worker := range slices.Sorted(maps.Keys(e.Scripts)) {
		if err := claim(owners, e.Scripts[worker], environment, "scripts."+worker); err != nil {
			return err
		}
	}
	tags := map[string]bool{}
	for _, step := range e.Migrations {
		if !identifier().MatchString(step.Tag) || tags[step.Tag] {
			return fmt.Errorf("migration tag %q is missing, malformed or repeated", step.Tag)
		}
		tags[step.Tag] = true
	}
	return nil
}

// claim checks a script's name and records its owner: two owners would overwrite each other.
func claim(owners map[string]string, script, environment, member string) error {
	if script == "" {
		return nil
	}
	if !environmentName().MatchString(script) || len(script) > maxScript {
		return fmt.Errorf("%s: invalid script name %q", member, script)
	}
	if other, taken := owners[script]; taken {
		return fmt.Errorf("%s: script %q already belongs to %s", member, script, other)
	}
	owners[script] = fmt.Sprintf("%s of environment %q", member, environment)
	return nil
}

// checkOrigin accepts https origins, and http origins on loopback for tests.
func checkOrigin(member, text string) error {
	if text == "" {
		return nil
	}
	at, err := url.Parse(text)
	good := err == nil && at.Host != "" && at.User == nil && at.Path == "" && at.RawQuery == "" && at.Fragment == "" &&
		(at.Scheme == "https" || at.Scheme == "http" && loopback.IsHost(at.Hostname()))
	if !good {
		return fmt.Errorf("%s: invalid origin %q: expected an https origin", member, text)
	}
	return nil
}

// reasonOf returns the system's message about the file, without its path.
func reasonOf(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return reason.Of(pathError.Err)
	}
	return strings.TrimPrefix(reason.Of(err), "json: ")
}
