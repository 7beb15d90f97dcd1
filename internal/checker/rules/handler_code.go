package rules

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

var processEnv = &checker.Rule{
	ID:       "process-env",
	Severity: diag.Error,
	Title:    "read bindings from ctx.env, not from process.env or import.meta.env",
	Why: "workers have no process, and import.meta has no members in them: the expression throws when the handler " +
		"runs",
	Hint:   "read the binding from ctx.env",
	Before: `const token = process.env.LEDGER_TOKEN;`,
	After:  `const token = ctx.env.LEDGER_TOKEN;`,
	Run:    runProcessEnv,
}

func runProcessEnv(p *checker.Pass) {
	checkImportMeta(p)
	eachUse(p, declared.ProcessEnv, func(use declared.Use) {
		draft := p.Reportf(use.At, "process.env does not exist in workers")
		if hint := sourceHints["env"]; use.Text == "fetch" {
			draft.Hintf("%s; fetch has no other bindings", hint)
		} else if len(use.Path) > 0 && use.Context.Text != "" {
			draft.Hintf("write ctx.env.%s", use.Path[0]).ReadEnv(use.Context)
		} else if len(use.Path) > 0 {
			draft.Hintf("read ctx.env.%s in a handler; auth of a source names the binding instead", use.Path[0])
		}
	})
}

// checkImportMeta reports reads of what only other build tools add to import.meta.
func checkImportMeta(p *checker.Pass) {
	eachUse(p, declared.ImportMeta, func(use declared.Use) {
		draft := p.Reportf(use.At, "import.meta.%s does not exist in workers", use.Path[0])
		switch use.Path[0] {
		case "env":
			draft.Hintf("write ctx.env.%s", use.Path[1])
		default:
			draft.Hintf("import the file that the code reads: a worker has no files when it runs")
		}
	})
}

func eachUse(p *checker.Pass, kind declared.UseKind, visit func(declared.Use)) {
	for _, use := range p.Uses {
		if use.Kind == kind {
			visit(use)
		}
	}
}

var unknownContextMember = &checker.Rule{
	ID:       "unknown-context-member",
	Severity: diag.Error,
	Title:    "use only members that the context of a handler or source has",
	Why:      "an unknown member of ctx is undefined, so calling it throws when the handler runs",
	Hint:     "correct the name",
	Before:   `ctx.log('booked');`,
	After:    `ctx.logger.info('booked');`,
	Run:      runUnknownContextMember,
}

// otherNames are members that other platforms' contexts have, and where svc has them.
var otherNames = map[string]string{
	"log": "logger", "console": "logger", "kv": "store", "storage": "store", "cache": "store", "state": "store",
	"fetch": "http.fetch", "secrets": "env", "bindings": "env", "config": "install.config()",
	"portalId":  "install.portalId",
	"installId": "install.id", "inputs": "input", "params": "input", "body": "input", "args": "input", "data": "input",
	"inputFields": "input", "events": "input.events", "object": "enrolledObject", "record": "enrolledObject",
	"properties": "enrolledObject.properties", "objectId": "enrolledObject.id", "objectType": "enrolledObject.objectType",
	"client": "crm", "hubspot": "crm", "api": "crm", "cursor": "sync.cursor()", "checkpoint": "sync.checkpoint()",
	"signal": "request.signal", "headers": "request.headers", "workflowId": "execution?.workflowId",
	"logger.log": "logger.info", "logger.trace": "logger.debug", "logger.warning": "logger.warn",
	"store.set": "store.put", "store.remove": "store.delete",
	"store.increment": "store.update", "store.has": "store.get", "store.keys": "store.list",
	"http.request": "http.fetch", "http.del": "http.delete", "crm.objects.delete": "crm.objects.archive",
	"crm.objects.find": "crm.objects.search", "crm.objects.read": "crm.objects.get",
	"crm.objects.query": "crm.objects.search", "crm.objects.getById": "crm.objects.get", "crm.get": "crm.request",
	"crm.post": "crm.request", "crm.fetch": "crm.request", "crm.search": "crm.objects.search",
	"crm.objects.getAll": "crm.objects.list", "crm.objects.batch": "crm.batch.objects",
	"crm.associations.get": "crm.associations.list", "crm.associations.delete": "crm.associations.archive",
	"later.schedule": "later()", "later.run": "later()", "later.send": "later()", "portal": "install.portalId",
	"install.config": "install.config()",
}

// loggers are members that are meant as the logger, which never throws: as an object, and as a function.
var loggers = map[string]struct{ object, method string }{
	"log": {"logger", "logger.info"}, "console": {"logger", ""},
	"logger.log": {"", "info"}, "logger.trace": {"", "debug"}, "logger.warning": {"", "warn"},
}

func runUnknownContextMember(p *checker.Pass) {
	checkEmptyMembers(p)
	eachUse(p, declared.UnknownMember, func(use declared.Use) {
		path := strings.Join(use.Path, ".")
		switch {
		case len(use.Known) > 0:
			unknownSourceMember(p, use)
			return
		case use.Text != "":
			p.Reportf(use.At, "ctx.%s does not exist in the handler of a %s", path, use.Text).
				Hintf("use ctx.store to keep values; only sync handlers have ctx.%s", path)
			return
		}
		last := len(use.Path) - 1
		parent := strings.Join(use.Path[:last], ".")
		draft := p.Reportf(use.At, "ctx.%s does not exist", path)
		other := cmp.Or(otherNames[path], batchMember(parent, use.Path[last]))
		switch isObject := platform.HasObjectScopes(use.Path[last]); {
		case other != "":
			if logger, ok := loggers[path]; ok {
				draft.CorrectMember(use.Path[last], logger.object, logger.method)
			}
		case parent == "crm" && isObject:
			draft.Hintf("name the object type: ctx.crm.objects.get('%s', id)", use.Path[last])
			return
		case parent != "" && declared.ContextMembers(parent) == nil:
			draft.Hintf("call ctx.%s: it is a function that returns a promise", parent)
			return
		default:
			near, alone := typo.Near(use.Path[last], declared.ContextMembers(parent))
			if near == "" {
				hint := "use one of " + strings.Join(declared.ContextMembers(parent), ", ")
				if parent == "crm" {
					hint += "; request calls any other path of the CRM's API"
				}
				draft.Hintf("%s", hint)
				return
			}
			other = strings.TrimPrefix(parent+"."+near, ".")
			if alone {
				draft.Rename(use.Path[last], near, diag.Safe)
			}
		}
		draft.Hintf("write ctx.%s", other)
	})
}

// batchMember returns the member of ctx.crm.batch that is meant by a name such as objects.batchRead or batch.read, ""
// for other names.
func batchMember(parent, name string) string {
	of, method := strings.TrimPrefix(parent, "crm."), name
	if rest, isBatch := strings.CutPrefix(name, "batch"); isBatch {
		method = strings.ToLower(rest)
	} else if parent == "crm.batch" {
		of = "objects"
	} else {
		return ""
	}
	group := "crm.batch." + of
	if !slices.Contains(declared.ContextMembers(group), method) {
		return ""
	}
	return group + "." + method
}

// sourceHints say how the function of a source does what other members of a handler's context are for.
var sourceHints = map[string]string{
	"env":    "name the secret in auth of the source: the runtime sends it with every request",
	"crm":    "return the rows: the sync writes them to the CRM",
	"store":  "return a cursor, which the next page gets, or use ctx.store in the handler of the sync",
	"sync":   "return a cursor, which the next page gets",
	"logger": "log in the handler of the sync",
}

// unknownSourceMember reports a member that the function of a source does not get.
func unknownSourceMember(p *checker.Pass, use declared.Use) {
	draft := p.Reportf(use.At, "%s of a source does not receive %s", use.Text, use.Path[0])
	near, alone := typo.Near(use.Path[0], use.Known)
	hint := sourceHints[use.Path[0]]
	switch {
	case near != "":
		draft.Hintf("write %s", near)
		if alone {
			draft.Rename(use.Path[0], near, diag.Safe)
		}
	case hint == "" || use.Text == "receive":
		draft.Hintf("it receives only %s", strings.Join(use.Known, " and "))
	default:
		draft.Hintf("%s", hint)
	}
}

var missingAwait = &checker.Rule{
	ID:       "missing-await",
	Severity: diag.Warning,
	Title:    "await calls to ctx",
	Why: "the platform may stop the worker when the handler returns, so a call without await may never arrive; if " +
		"it fails, the handler continues, and the runtime only logs the error",
	Hint:   "write await before the call, or void if the call may get lost",
	Before: `ctx.crm.objects.update('contacts', id, { properties });`,
	After:  `await ctx.crm.objects.update('contacts', id, { properties });`,
	Run:    runMissingAwait,
}

func runMissingAwait(p *checker.Pass) {
	eachUse(p, declared.FloatingPromise, func(use declared.Use) {
		draft := p.Reportf(use.At, "%s is not awaited", use.Text).Await(use.Start)
		if len(use.Path) > 0 { // forEach and map, which return no promise
			draft.Hintf("write for (const … of …) with await in it, or await Promise.all(list.map(…))")
		}
	})
	eachUse(p, declared.FloatingCall, func(use declared.Use) {
		draft := p.Reportf(use.At, "%s is not awaited", strings.Join(use.Path, "."))
		if use.Text == "" {
			draft.Await(use.Start)
			return
		}
		draft.Hintf("write (await …)%s: the call returns a promise, which does not have this member", use.Text)
		draft.AwaitResult(use.Start)
	})
}

var literalSecret = &checker.Rule{
	ID:       "literal-secret",
	Severity: diag.Error,
	Title:    "read credentials in headers and URLs from ctx.env",
	Why:      "source code ends up in version control and in the deployed script, where everyone with access can read it",
	Hint:     "put the value into a secret binding, read it from ctx.env, and replace the committed credential",
	Before:   `await ctx.http.get(url, { headers: { Authorization: 'Bearer 9f86d081884c7d65' } });`,
	After:    "await ctx.http.get(url, { headers: { Authorization: `Bearer ${ctx.env.LEDGER_TOKEN}` } });",
	Run:      runLiteralSecret,
}

// runLiteralSecret does not print the value.
func runLiteralSecret(p *checker.Pass) {
	eachUse(p, declared.LiteralHeader, func(use declared.Use) {
		if isCredential(use.Path[0], use.Text) {
			p.Reportf(use.At, "the header %s contains a credential in the source code", headerName(use.Path[0]))
		}
	})
	reported := map[declared.Mark]bool{} // a call is listed once for each value of its first argument
	for _, call := range p.Calls {
		if !isHTTPCall(call.Path) || len(call.Args) == 0 || reported[call.ArgAt] {
			continue
		}
		if u, err := url.Parse(call.Args[0].Text + hostOnly(call.Args[0])); err == nil && u.Host != "" && u.User != nil {
			reported[call.ArgAt] = true
			p.Reportf(call.ArgAt, "the URL contains credentials in the source code").
				Hintf("send them in the header Authorization, read from ctx.env: fetch refuses a URL with credentials")
		}
	}
}

func headerName(name string) string { return fmt.Sprintf("%.40q", name) }

// minCredential is the length from which the rest of `Authorization: Bearer x` counts as a credential, in characters.
const minCredential = 8

// isCredential reports whether a header's value is a credential: what follows the scheme of an authorization header, or
// what looks like a key.
func isCredential(name, value string) bool {
	scheme, rest, found := strings.Cut(value, " ")
	if strings.HasSuffix(strings.ToLower(name), "authorization") && found {
		switch strings.ToLower(scheme) {
		case "bearer", "basic", "token", "apikey", "api-key":
			return len(rest) >= minCredential && !strings.ContainsAny(rest, " <>{}[]")
		}
	}
	return looksLikeKey(value)
}
