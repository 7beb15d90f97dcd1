// Package tunnel lets the CRM reach a server of this machine: Start runs a tool of the user that gives a port of it a
// public address, and Gateway serves on that port only the routes that the CRM calls.
package tunnel

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// Tool is a program that gives a port of this machine a public address.
type Tool struct {
	Name string
	// args are its arguments, in which {origin} and {port} stand for the target.
	args string
	// address matches the public address in what it prints.
	address func() *regexp.Regexp
	// variables are the variables of the environment that it gets, besides the usual ones.
	variables string
}

// tools are the tools that svc knows, in the order in which Find looks for them.
var tools = []Tool{
	{"cloudflared", "tunnel --no-autoupdate --url {origin}", host(`[a-z0-9-]+\.trycloudflare\.com`), ""},
	{"ngrok", "http {port} --log stdout", host(`[a-z0-9-]+\.ngrok(-free)?\.(app|dev|io)`), "NGROK_AUTHTOKEN"},
	{"devtunnel", "host -p {port} --allow-anonymous", host(`[a-z0-9]+-[0-9]+\.[a-z0-9]+\.devtunnels\.ms`), ""},
	{"tailscale", "funnel {port}", host(`[a-z0-9-]+\.[a-z0-9-]+\.ts\.net`), ""},
}

// host matches an address of https whose host has a form. Tools print addresses of their documentation, too.
func host(form string) func() *regexp.Regexp {
	return lazyregexp.New(`https://` + form + `(?:[/\s"'|]|$)`)
}

// usual are the variables of the environment that every tool gets. Others may be secrets.
var usual = []string{
	"HOME", "PATH", "USER", "LANG", "TMPDIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
	"http_proxy", "https_proxy", "no_proxy", "SystemRoot", "USERPROFILE", "LOCALAPPDATA", "APPDATA",
}

// environ returns the environment of the tool.
func (t Tool) environ(getenv func(string) string) []string {
	environ := []string{}
	for _, name := range append(strings.Fields(t.variables), usual...) {
		if value := getenv(name); value != "" {
			environ = append(environ, name+"="+value)
		}
	}
	return environ
}

// arguments returns the arguments for a port of this machine.
func (t Tool) arguments(port string) []string {
	target := strings.NewReplacer("{origin}", "http://127.0.0.1:"+port, "{port}", port)
	return strings.Fields(target.Replace(t.args))
}

// Names returns the names of the tools.
func Names() []string {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	return names
}

// Find returns a tool and the path of its program: the one of this name, or the first that is installed if the name
// is "". look is exec.LookPath.
func Find(name string, look func(string) (string, error)) (t Tool, program string, err error) {
	for _, t := range tools {
		if name != "" && t.Name != name {
			continue
		}
		if program, err := look(t.Name); err == nil {
			return t, program, nil
		}
		if name != "" {
			return Tool{}, "", fmt.Errorf("the program %s is not in PATH", name)
		}
	}
	return Tool{}, "", fmt.Errorf("none of these programs is in PATH: %s", strings.Join(Names(), ", "))
}
