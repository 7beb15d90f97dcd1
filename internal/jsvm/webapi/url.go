package webapi

import (
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/nlnwa/whatwg-url/url"
)

func newURLParser() url.Parser {
	// The standard and the edge escape ^ in paths. The library predates that rule.
	return url.NewParser(url.WithPathPercentEncodeSet(url.PathPercentEncodeSet.Set('^')))
}

var hostParser = sync.OnceValue(newURLParser)

// IsHost reports whether a URL with this host and port is one for new URL.
func IsHost(host string) bool {
	_, err := hostParser().Parse("http://" + host)
	return err == nil
}

func urlNatives(w *world) natives {
	parser := newURLParser()
	return natives{
		// parse(text, base?) returns a function, or undefined for an invalid URL. url(part) reads a part,
		// url(part, value) sets it.
		"parse": func(call goja.FunctionCall) goja.Value {
			text, base := call.Argument(0).String(), call.Argument(1)
			var u *url.Url
			var err error
			if goja.IsUndefined(base) {
				u, err = parser.Parse(text)
			} else {
				u, err = parser.ParseRef(base.String(), text)
			}
			if err != nil {
				return goja.Undefined()
			}
			return w.rt.ToValue(w.urlAccess(u))
		},
		"parseQuery": func(call goja.FunctionCall) goja.Value {
			pairs := parseForm(call.Argument(0).String())
			values := make([]any, len(pairs))
			for i, text := range pairs {
				values[i] = text
			}
			return w.rt.NewArray(values...)
		},
		"wellFormed": func(call goja.FunctionCall) goja.Value { return w.rt.ToValue(call.Argument(0).String()) },
		// formatQuery(name, value, name, value, ...) is the inverse of parseQuery.
		"formatQuery": func(call goja.FunctionCall) goja.Value {
			var text strings.Builder
			for i, part := range call.Arguments {
				if i > 0 {
					text.WriteByte("&="[i%2])
				}
				appendForm(&text, part.String())
			}
			return w.rt.ToValue(text.String())
		},
	}
}

// urlAccess reads and sets the parts of one URL.
func (w *world) urlAccess(u *url.Url) native {
	return func(call goja.FunctionCall) goja.Value {
		part := call.Argument(0).String()
		if len(call.Arguments) == 1 {
			return w.rt.ToValue(readURL(u, part))
		}
		setURL(u, part, call.Argument(1).String())
		return goja.Undefined()
	}
}

func readURL(u *url.Url, part string) string {
	switch part {
	case "protocol":
		return u.Protocol()
	case "username":
		return u.Username()
	case "password":
		return u.Password()
	case "host":
		return u.Host()
	case "hostname":
		return u.Hostname()
	case "port":
		return u.Port()
	case "pathname":
		return u.Pathname()
	case "search":
		return u.Search()
	case "hash":
		return u.Hash()
	}
	return u.Href(false)
}

func setURL(u *url.Url, part, value string) {
	switch part {
	case "protocol":
		u.SetProtocol(value)
	case "username":
		u.SetUsername(value)
	case "password":
		u.SetPassword(value)
	case "host":
		u.SetHost(value)
	case "hostname":
		u.SetHostname(value)
	case "port":
		u.SetPort(value)
	case "pathname":
		u.SetPathname(value)
	case "search":
		u.SetSearch(value)
	case "hash":
		u.SetHash(value)
	}
}

// parseForm parses application/x-www-form-urlencoded text into alternating names and values.
func parseForm(text string) []string {
	var pairs []string
	for field := range strings.SplitSeq(text, "&") {
		if field == "" {
			continue
		}
		name, value, _ := strings.Cut(field, "=")
		pairs = append(pairs, formDecode(name), formDecode(value))
	}
	return pairs
}

func formDecode(text string) string {
	if !strings.ContainsAny(text, "+%") {
		return text
	}
	data := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '+':
			data = append(data, ' ')
		case text[i] == '%' && i+2 < len(text) && unhex(text[i+1]) >= 0 && unhex(text[i+2]) >= 0:
			data = append(data, byte(unhex(text[i+1])<<4|unhex(text[i+2])))
			i += 2
		default:
			data = append(data, text[i])
		}
	}
	// TextDecoder would strip a BOM. The standard requires "UTF-8 decode without BOM".
	decoded, _ := (&textDecoder{encoding: utf8Name, keepBOM: true}).decode(data, false)
	return decoded
}

// unhex returns the value of a hexadecimal digit, or -1.
func unhex(c byte) int {
	digit := strings.IndexByte("0123456789abcdefABCDEF", c)
	if digit > 0xf {
		digit -= 6
	}
	return digit
}

// appendForm appends the application/x-www-form-urlencoded form of part.
func appendForm(text *strings.Builder, part string) {
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(part); i++ {
		switch c := part[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '*', c == '-', c == '.', c == '_':
			text.WriteByte(c)
		case c == ' ':
			text.WriteByte('+')
		default:
			text.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
}
