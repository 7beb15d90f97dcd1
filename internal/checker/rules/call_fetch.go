package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/declared"
)

// fetchOptions are the options of fetch: those of the standard, and those that edge platforms and Node add.
var fetchOptions = []option{
	{name: "method", form: formOwnRule}, {name: "headers", form: formOwnRule}, {name: "body", form: formOwnRule},
	{name: "redirect", form: formOwnRule}, {name: "signal", form: formOwnRule}, {name: "cf", form: formOwnRule},
	{name: "cache", form: formOwnRule}, {name: "credentials", form: formOwnRule},
	{name: "duplex", form: formOwnRule}, {name: "integrity", form: formOwnRule},
	{name: "keepalive", form: formOwnRule}, {name: "mode", form: formOwnRule},
	{name: "priority", form: formOwnRule}, {name: "referrer", form: formOwnRule},
	{name: "referrerPolicy", form: formOwnRule}, {name: "window", form: formOwnRule},
	{name: "fetcher", form: formOwnRule}, {name: "encodeResponseBody", form: formOwnRule},
	{name: "dispatcher", form: formOwnRule},
}

var fetchArguments = []argument{{}, {optional: true, known: fetchOptions}}

// calledName returns a call as messages name it. The global fetch is not a member of ctx.
func calledName(use declared.Use) string {
	if len(use.Path) == 1 && use.Path[0] == "fetch" {
		return "fetch"
	}
	return "ctx." + strings.Join(use.Path, ".")
}

func (c argumentCheck) isFetch() bool { return c.use.Path[len(c.use.Path)-1] == "fetch" }

// bodyOfGet reports the body of a request whose method cannot have one: fetch throws a TypeError.
func (c argumentCheck) bodyOfGet() {
	if len(c.use.Args.Items) < 2 {
		return
	}
	url, options := c.use.Args.Items[0], c.use.Args.Items[1]
	if !url.IsString() && url.Kind != declared.String {
		return // a Request has a method of its own
	}
	method, body := options.Get("method"), options.Get("body")
	hasNoMethod := method.IsAbsent() && !options.Open && !fetchArguments[1].isMisspelt("method", options)
	isGet := hasNoMethod || method.IsString() && isGetOrHead(method.Text)
	if isSent := body.IsString() || body.IsObject() || body.Kind == declared.String; isGet && isSent {
		c.Reportf(body.At, "%s sends a body with the method GET, and throws", c.call).Hintf("add method: 'POST'")
	}
}

func isGetOrHead(method string) bool {
	return slices.Contains([]string{"GET", "HEAD"}, strings.ToUpper(method))
}
