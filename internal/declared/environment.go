package declared

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// environments is the member of the app's options with what differs by environment.
const environments = "environments"

// mcpServers is the one member of an environment that adds to the app's member, by the ids of servers. The others
// replace it.
const mcpServers = "mcpServers"

// EnvironmentMembers are the members of an app that an environment can have, and EnvironmentServerMembers those of an
// MCP server. Others, which are findings, change nothing.
var (
	EnvironmentMembers       = []string{"name", "description", "alerts", "install", mcpServers, "permittedUrls"}
	EnvironmentServerMembers = []string{"mcpUrl", "mcpClientId"}
)

// MaxEnvironments is how many environments an app declares. Each is checked by itself.
const MaxEnvironments = 20

// Environments returns the names of the environments that the app declares, in order and at most MaxEnvironments.
func (p *Project) Environments() []string {
	if p.App == nil {
		return nil
	}
	var names []string
	for _, member := range p.App.Options.Get(environments).Members {
		if !member.Value.IsAbsent() && len(names) < MaxEnvironments {
			names = append(names, member.Name)
		}
	}
	return names
}

// UnknownEnvironment is an environment that an app with environments does not declare.
type UnknownEnvironment struct {
	Name string
	// Known are the environments of the app.
	Known []string
}

func (e *UnknownEnvironment) Error() string { return fmt.Sprintf("unknown environment %q", e.Name) }

// CheckEnvironment returns an *UnknownEnvironment if the app declares environments, but not this one. The default
// environment and previews need no declaration.
func (p *Project) CheckEnvironment(name, byDefault string) error {
	known := p.Environments()
	if len(known) == 0 || name == byDefault || slices.Contains(known, name) || isPreview(name) {
		return nil
	}
	if !slices.Contains(known, byDefault) {
		known = append([]string{byDefault}, known...)
	}
	return &UnknownEnvironment{Name: name, Known: known}
}

// isPreview reports whether an environment is the preview of a pull request: pr- and its number.
func isPreview(name string) bool {
	number, is := strings.CutPrefix(name, "pr-")
	return is && number != "" && strings.Trim(number, "0123456789") == ""
}

// Manifest returns the manifest of an environment, nil if there are none.
func (p *Project) Manifest(environment string) []byte {
	if text, declares := p.Manifests[environment]; declares {
		return text
	}
	return p.Manifests[""]
}

// In returns the project as an environment has it: the members of that environment replace those of the app. It is
// the project itself if the app declares nothing for the environment.
func (p *Project) In(environment string) *Project {
	if p.App == nil || p.App.Options.Path(environments, environment).IsAbsent() {
		return p
	}
	servers := p.App.Options.Path(environments, environment, mcpServers)
	replaced := map[*Declaration]*Declaration{}
	for _, d := range p.Declarations {
		if over := servers.Get(d.ID); d.Kind == McpServer && over.IsObject() {
			replaced[d] = d.with(over.Members, EnvironmentServerMembers)
		}
	}
	for _, d := range append([]*Declaration{p.App}, p.Declarations...) {
		if d.Kind == App && replaced[d] == nil {
			replaced[d] = d.in(environment, maps.Clone(replaced))
		}
	}
	view := *p
	if bindings, known := p.EnvironmentBindings[environment]; known {
		view.Bindings = bindings
	}
	view.App, view.Declarations = replaced[p.App], slices.Clone(p.Declarations)
	for i, d := range view.Declarations {
		if other := replaced[d]; other != nil {
			view.Declarations[i] = other
		}
	}
	return &view
}

// in returns an app as an environment has it. servers are the replaced MCP servers.
func (d *Declaration) in(environment string, servers map[*Declaration]*Declaration) *Declaration {
	members := slices.Clone(d.Options.Path(environments, environment).Members)
	members = slices.DeleteFunc(members, func(m Member) bool { return m.Name == mcpServers })
	if own := d.Options.Get(mcpServers); own.IsArray() {
		list := *own
		list.Items = slices.Clone(own.Items)
		for i, item := range list.Items {
			if other := servers[item.Ref]; other != nil {
				reference := *item
				reference.Ref = other
				list.Items[i] = &reference
			}
		}
		members = append(members, Member{mcpServers, &list})
	}
	return d.with(members, EnvironmentMembers)
}

// with returns the declaration with other members of its options. Those that are undefined or have other names than the
// known ones change nothing.
func (d *Declaration) with(members []Member, known []string) *Declaration {
	changed, options := *d, *d.Options
	options.Members = slices.Clone(options.Members)
	for _, member := range members {
		at := slices.IndexFunc(options.Members, func(m Member) bool { return m.Name == member.Name })
		switch {
		case member.Value.IsAbsent() || !slices.Contains(known, member.Name):
		case at >= 0:
			options.Members[at] = member
		default:
			options.Members = append(options.Members, member)
		}
	}
	changed.Options = &options
	return &changed
}
