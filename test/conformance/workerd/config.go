// This file writes the engine's configuration: one Cap'n Proto text, with modules as files beside it.

package workerd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Config is everything that one process runs.
type Config struct {
	CompatibilityDate string
	Services          []Service
	// Outsides are addresses that take the place of the internet for services.
	Outsides []Outside
	// Disk is an empty folder for the state of Durable Objects; "" when no service has any.
	Disk string
}

// Outside is a server that answers every request of the services that name it, whatever its host. The
// scheme of the URL is told in ProtoHeader.
type Outside struct {
	Name, Address string
	// Header is set on every request, to tell one Outside from another on the same address.
	Header, Value string
}

// ProtoHeader tells an Outside whether a request is for http or https.
const ProtoHeader = "X-Outside-Proto"

// Service is one worker. It gets a socket of its own, of the same name.
type Service struct {
	Name string
	// Modules are its ES modules; the first one is the main module.
	Modules  []Module
	Bindings []Binding
	// Flags are compatibility flags.
	Flags []string
	// Actors are the classes of Durable Objects that it exports.
	Actors []string
	// Outbound is the service or Outside that takes its requests to the outside.
	Outbound string
}

// Module is one ES module.
type Module struct {
	Name string
	Text []byte
}

// Binding is one entry of a worker's environment: a text, a class of objects, or a service.
type Binding struct {
	Name string
	Text string
	// Class makes it a Durable Object namespace; Service is where the class is when not in the same one.
	Class string
	// Service makes it a service binding when Class is empty.
	Service, Entrypoint string
}

// disk is the service that holds the state of Durable Objects.
const disk = "svc-state"

// write puts the configuration and its modules in dir, and gives the path of the configuration.
func (c Config) write(dir string) (string, error) {
	var b strings.Builder
	b.WriteString("using Workerd = import \"/workerd/workerd.capnp\";\nconst config :Workerd.Config = (\n")
	b.WriteString("  logging = (structuredLogging = true),\n  services = [\n")
	if c.Disk != "" {
		fmt.Fprintf(&b, "    (name = %s, disk = (path = %s, writable = true)),\n", quote(disk), quote(c.Disk))
	}
	for _, o := range c.Outsides {
		fmt.Fprintf(&b, "    (name = %s, external = (address = %s, http = (forwardedProtoHeader = %s, injectRequestHeaders = [(name = %s, value = %s)]))),\n",
			quote(o.Name), quote(o.Address), quote(ProtoHeader), quote(o.Header), quote(o.Value))
	}
	for _, s := range c.Services {
		if err := c.service(&b, dir, s); err != nil {
			return "", err
		}
	}
	b.WriteString("  ],\n  sockets = [\n")
	for _, s := range c.Services {
		fmt.Fprintf(
			&b, "    (name = %s, address = \"127.0.0.1:0\", http = (), service = %s),\n", quote(s.Name), quote(s.Name),
		)
	}
	b.WriteString("  ],\n);\n")
	path := filepath.Join(dir, "config.capnp")
	return path, os.WriteFile(path, []byte(b.String()), 0o600)
}

func (c Config) service(b *strings.Builder, dir string, s Service) error {
	fmt.Fprintf(
		b, "    (name = %s, worker = (\n      compatibilityDate = %s,\n", quote(s.Name), quote(c.CompatibilityDate),
	)
	if len(s.Flags) > 0 {
		fmt.Fprintf(b, "      compatibilityFlags = [%s],\n", list(s.Flags, quote))
	}
	folder := filepath.Join(dir, s.Name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	b.WriteString("      modules = [")
	for _, m := range s.Modules {
		if err := os.WriteFile(filepath.Join(folder, m.Name), m.Text, 0o600); err != nil {
			return err
		}
		fmt.Fprintf(b, "(name = %s, esModule = embed %s),", quote(m.Name), quote(s.Name+"/"+m.Name))
	}
	fmt.Fprintf(b, "],\n      bindings = [%s],\n", list(s.Bindings, Binding.text))
	if s.Outbound != "" {
		fmt.Fprintf(b, "      globalOutbound = %s,\n", quote(s.Outbound))
	}
	if len(s.Actors) > 0 {
		fmt.Fprintf(b, "      durableObjectNamespaces = [%s],\n      durableObjectStorage = (localDisk = %s),\n", list(s.Actors, func(class string) string {
			return fmt.Sprintf("(className = %s, uniqueKey = %s, enableSql = true)", quote(class), quote(s.Name+"-"+class))
		}), quote(disk))
	}
	b.WriteString("    )),\n")
	return nil
}

func (b Binding) text() string {
	switch {
	case b.Class != "" && b.Service != "":
		return fmt.Sprintf(
			"(name = %s, durableObjectNamespace = (className = %s, serviceName = %s))", quote(b.Name), quote(b.Class),
			quote(b.Service),
		)
	case b.Class != "":
		return fmt.Sprintf("(name = %s, durableObjectNamespace = %s)", quote(b.Name), quote(b.Class))
	case b.Service != "" && b.Entrypoint != "":
		return fmt.Sprintf(
			"(name = %s, service = (name = %s, entrypoint = %s))", quote(b.Name), quote(b.Service), quote(b.Entrypoint),
		)
	case b.Service != "":
		return fmt.Sprintf("(name = %s, service = %s)", quote(b.Name), quote(b.Service))
	}
	return fmt.Sprintf("(name = %s, text = %s)", quote(b.Name), quote(b.Text))
}

func list[T any](items []T, text func(T) string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = text(item)
	}
	return strings.Join(texts, ", ")
}

// quote writes a Cap'n Proto text literal; bytes beyond ASCII are escaped one by one.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20 || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
