// This file says what a link may hold: names that can be names of scripts, origins and nothing more.

package link

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// maxEnvironment is how long the name of an environment may be, in characters: it is a part of the names of scripts.
const maxEnvironment = 24

// maxScript is how long the name of a script may be, in characters: it is a label of the script's address.
const maxScript = 63

var (
	environmentName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	identifier      = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)
)

// CheckEnvironment says what is wrong with the name of an environment; nil for a good one.
func CheckEnvironment(name string) error {
	if !environmentName.MatchString(name) || len(name) > maxEnvironment {
		return fmt.Errorf(
			"the environment %q cannot be a part of a script's name: use lower-case letters, digits and single hyphens, at most %d",
			name, maxEnvironment,
		)
	}
	return nil
}

// Validate says what is wrong with the link; nil when it can be used.
func (p *Project) Validate() error {
	if p.ProjectID != "" && !identifier.MatchString(p.ProjectID) {
		return fmt.Errorf("the projectId %q is none", p.ProjectID)
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

// validate checks one environment. owners are the scripts that were seen, with what they are.
func (e Environment) validate(owners map[string]string, environment string) error {
	if e.Account != "" && !identifier.MatchString(e.Account) {
		return fmt.Errorf("the account %q is none", e.Account)
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
		if !identifier.MatchString(step.Tag) || tags[step.Tag] {
			return fmt.Errorf("the migration tag %q is missing, malformed or there twice", step.Tag)
		}
		tags[step.Tag] = true
	}
	return nil
}

// claim checks a script's name and notes whose it is: two owners would overwrite each other.
func claim(owners map[string]string, script, environment, member string) error {
	if script == "" {
		return nil
	}
	if !environmentName.MatchString(script) || len(script) > maxScript {
		return fmt.Errorf("%s is %q, which is no name of a script", member, script)
	}
	if other, taken := owners[script]; taken {
		return fmt.Errorf("%s is %q, which %s is too", member, script, other)
	}
	owners[script] = fmt.Sprintf("%s of environment %q", member, environment)
	return nil
}

// checkOrigin takes https origins, and http ones of this machine, where tests listen.
func checkOrigin(member, text string) error {
	if text == "" {
		return nil
	}
	at, err := url.Parse(text)
	good := err == nil && at.Host != "" && at.User == nil && at.Path == "" && at.RawQuery == "" && at.Fragment == "" &&
		(at.Scheme == "https" || at.Scheme == "http" && isLoopback(at.Hostname()))
	if !good {
		return fmt.Errorf("%s is %q, which is no https origin", member, text)
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// reason is what the system says about the file, without its path.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
