package workerd

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Config is the configuration of one process.
type Config struct {
	CompatibilityDate string
	Services          []Service
	// Outsides are addresses that replace the internet for services.
	Outsides []Outside
	// Disk is an empty folder for the state of Durable Objects. "" when no service has any.
	Disk string
	// PlainLog writes messages of the console as they are. The default is a line of JSON for each, for Options.OnLine.
	PlainLog bool
}

// Outside is a server for every outbound request of the services that name it, to any host. ProtoHeader has the
// scheme of the URL. A service may also be bound to it.
type Outside struct {
	// Address is host:port, or unix:<path>.
	Name, Address string
	// Header is set on every request, to distinguish Outsides with the same address; "" for none.
	Header, Value string
}

// ProtoHeader is "http" or "https" in a request to an Outside.
const ProtoHeader = "X-Outside-Proto"

// Service is one worker. It gets a socket with the same name.
type Service struct {
	Name string
	// Listen is unix:<path>; "" for a free port of the loopback interface.
	Listen string
	// FullTargets means that the first line of a request has the whole URL, as that of a proxy.
	FullTargets bool
	// Modules are its ES modules. The first is the main module.
	Modules  []Module
	Bindings []Binding
	// Flags are compatibility flags.
	Flags []string
	// Actors are the classes of Durable Objects that it exports.
	Actors []string
	// Outbound is the service or Outside that gets its outbound requests.
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
	// Class makes it a Durable Object namespace. Service has the class, if it is another service.
	Class string
	// Service makes it a service binding when Class is empty.
	Service, Entrypoint string
}

// disk is the service that holds the state of Durable Objects.
const disk = "svc-state"

// write writes the configuration, as Cap'n Proto text, and its modules to dir. It returns the path of the
// configuration.
func (c Config) write(dir string) (string, error) {
	var b strings.Builder
	b.WriteString("using Workerd = import \"/workerd/workerd.capnp\";\nconst config :Workerd.Config = (\n")
	fmt.Fprintf(&b, "  logging = (structuredLogging = %t),\n  services = [\n", !c.PlainLog)
	if c.Disk != "" {
		fmt.Fprintf(&b, "    (name = %s, disk = (path = %s, writable = true)),\n", quote(disk), quote(c.Disk))
	}
	for _, o := range c.Outsides {
		header := ""
		if o.Header != "" {
			header = fmt.Sprintf("(name = %s, value = %s)", quote(o.Header), quote(o.Value))
		}
		fmt.Fprintf(&b, "    (name = %s, external = (address = %s, ", quote(o.Name), quote(o.Address))
		fmt.Fprintf(
			&b, "http = (forwardedProtoHeader = %s, injectRequestHeaders = [%s]))),\n", quote(ProtoHeader), header,
		)
	}
	for _, s := range c.Services {
		if err := c.service(&b, dir, s); err != nil {
			return "", err
		}
	}
	b.WriteString("  ],\n  sockets = [\n")
	for _, s := range c.Services {
		fmt.Fprintf(
			&b, "    (name = %s, address = %s, http = (style = %s), service = %s),\n", quote(s.Name),
			quote(cmp.Or(s.Listen, freePort)), style[s.FullTargets], quote(s.Name),
		)
	}
	b.WriteString("  ],\n);\n")
	path := filepath.Join(dir, "config.capnp")
	return path, os.WriteFile(path, []byte(b.String()), 0o600)
}

// freePort is a free port of the loopback interface.
const freePort = "127.0.0.1:0"

// style is the style of a socket by Service.FullTargets.
var style = map[bool]string{false: "host", true: "proxy"}

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
		namespaces := list(s.Actors, func(class string) string {
			return fmt.Sprintf("(className = %s, uniqueKey = %s, enableSql = true)", quote(class), quote(s.Name+"-"+class))
		})
		fmt.Fprintf(b, "      durableObjectNamespaces = [%s],\n", namespaces)
		fmt.Fprintf(b, "      durableObjectStorage = (localDisk = %s),\n", quote(disk))
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

// quote returns a Cap'n Proto text literal. It escapes each byte beyond ASCII.
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

// Compare orders bindings by name.
func (b Binding) Compare(other Binding) int { return strings.Compare(b.Name, other.Name) }
