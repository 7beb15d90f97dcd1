package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
)

// template is a valid request to one route. {portal} becomes a portal id.
type template struct {
	// worker, method and path are as in the first line of a request, and sign is a Sign line.
	worker, method, path, sign, body string
}

// randomApp is the variant that gets random requests.
const randomApp = "static"

// templates reach every route. Their capabilities answer at once and call no other system.
var templates = []template{
	{"main", "GET", "/_svc/health", "none", ""},
	{"main", "GET", "/_svc/manifest", "grant", ""},
	{"main", "POST", "/_svc/cards/echo", "v3", `{"input": {"a": [1, {"b": null}]}}`},
	{"main", "POST", "/_svc/cards/ending?portalId={portal}", "v3", `{"input": {"status": "block", "message": "m"}}`},
	{"main", "POST", "/_svc/cards/named", "v3", `{"input": {"name": "n"}}`},
	{"main", "POST", "/capabilities/echo/invoke?kind=cardBackend", "grant", `{"install": {"portalId": 1}, "input": {}}`},
	{"main", "POST", "/capabilities/twin/invoke", "grant", `{"install": {"portalId": 1}, "input": {}}`},
	{"main", "POST", "/capabilities/fields/invoke", "grant", `{"install": {"portalId": 1}, "input": {"text": "t"}}`},
	{
		"main", "POST", "/workflow-actions/fields/invoke", "v3",
		`{"origin": {"portalId": {portal}}, "object": {"objectId": 1, "objectType": "CONTACT"}, "inputFields": {"text": "t"}}`,
	},
	{"main", "POST", "/workflow-actions/strict/invoke", "v2", `{"origin": {"portalId": {portal}}, "inputFields": {}}`},
	{
		"main", "POST", "/workflow-actions/outcome/invoke", "v3",
		`{"origin": {"portalId": {portal}}, "inputFields": {"status": "retry-later", "retryAfterSeconds": 1}}`,
	},
	{
		"main", "POST", "/workflow-actions/plain/batched/invoke", "v3",
		`{"inputs": [{"callbackId": "c1", "origin": {"portalId": {portal}}, "inputFields": {}}]}`,
	},
	{"feeds", "POST", "/webhooks/crm/second", "v3", `[{"eventId": 1, "portalId": {portal}, "objectId": 2}]`},
	{"feeds", "POST", "/webhooks/crm/named", "v3", `[{"eventId": 1, "portalId": {portal}, "ask": {"status": "ok"}}]`},
	{"app", "POST", "/webhooks/crm", "v3", `[{"subscriptionType": "contact.restore", "portalId": {portal}, "eventId": 3}]`},
	{"feeds", "POST", "/webhooks/plain", "hmac key=plain-key", `{"rows": [{"key": "k", "data": {"mail": "a@x.example"}}]}`},
	{
		"feeds", "POST", "/webhooks/styled?install=static",
		"hmac key=styled-key header=X-Ledger-Signature encoding=base64 prefix=sha256=", `{"rows": []}`,
	},
	{"feeds", "POST", "/webhooks/timed", "hmac key=timed-key time-header=X-Ledger-Time", `{"rows": []}`},
	{"feeds", "POST", "/sync/manual-block/run", "grant", `{"install": {"portalId": 1}}`},
	{"feeds", "POST", "/sync/manual-ok/run", "grant", `{}`},
	{"app", "GET", "/_svc/manifest", "grant", ""},
	{"app", "GET", "/oauth-start?portal={portal}", "none", ""},
	{"app", "GET", "/oauth-callback?code=c&state=s", "none", ""},
	{"app", "GET", "/_svc/control/checkpoints?windowMs=60000", "grant", ""},
	{"app", "GET", "/_svc/control/installs", "grant", ""},
	{"app", "GET", "/_svc/control/installs/static", "grant", ""},
	{"app", "PUT", "/_svc/control/installs/static/config", "grant", `{"a": 1}`},
	{"app", "PUT", "/_svc/control/installs/static/state", "grant", `{"state": "active"}`},
	{"app", "DELETE", "/_svc/control/installs/static", "grant", ""},
	{"app", "GET", "/_svc/control/flags", "grant", ""},
	{"app", "GET", "/_svc/control/flags/f", "grant", ""},
	{
		"app", "PUT", "/_svc/control/flags/f", "grant",
		`{"key": "f", "type": "boolean", "status": "active", "variations": [{"key": "on", "value": true}], "default": "on"}`,
	},
	{"app", "DELETE", "/_svc/control/flags/f", "grant", ""},
	{"app", "GET", "/_svc/control/billing/static", "grant", ""},
	{"app", "PUT", "/_svc/control/billing/static", "grant", `{"plan": "pro", "status": "active"}`},
	{"app", "GET", "/_svc/control/syncs", "grant", ""},
	{"app", "GET", "/_svc/control/syncs/runs?install=static", "grant", ""},
	{"app", "GET", "/_svc/control/poison?install=static", "grant", ""},
	{"app", "GET", "/_svc/control/poison/0123456789abcdef01234567", "grant", ""},
	{"app", "POST", "/_svc/control/poison/retry", "grant", `{"install": "static", "ids": ["0123456789abcdef01234567"]}`},
	{"app", "POST", "/_svc/control/poison/discard", "grant", `{"install": "static", "sync": "plain"}`},
}

// The parts from which requests are changed.
var (
	oddMethods = []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"}
	// Without escapes that are not hexadecimal: the web server of the local host rejects them.
	oddSegments = []string{
		"", ".", "..", "%2e%2e", "%2F", "%00", "%ff", "%C3%A9", "__proto__", "constructor", "toString", "a b",
		"echo", "static", "1", "-1", "1e9", "9007199254740993", "%F0%9F%92%A9", "~", "*", ":", "@", strings.Repeat("a", 2000),
	}
	oddQueries = []string{
		"a", "a=%zz", "kind=tool", "kind=", "install=", "install=static", "portalId=x", "windowMs=-1", "windowMs=1e300",
		"limit=0", "limit=1e9", "cursor=%00", "install=__proto__", "a=1&a=2", "&&=&", "%ff=%ff", "state=%27",
	}
	oddHeaders = []header{
		{"Content-Type", "text/plain"}, {"Content-Type", "application/json; charset=utf-16"},
		{"Content-Type", "application/merge-patch+json"}, {"Content-Encoding", "gzip"}, {"Accept", "text/html"},
		{"Cookie", "svc-oauth=; =;a"}, {"Origin", "null"}, {"X-Forwarded-Host", "evil.example"}, {"Range", "bytes=0-"},
		{"X-HTTP-Method-Override", "DELETE"}, {"If-None-Match", "*"}, {"X-Svc-Grant", "v2.test.1.x"},
	}
	oddValues = []any{
		nil, true, 0, -1, 1.5, 1e300, json.Number("9007199254740993"), json.Number("-0"), "", "\x00", "\u2028", "é\U0001F4A9",
		"__proto__", "static", []any{}, map[string]any{}, map[string]any{"__proto__": 1}, []any{nil},
		strings.Repeat("x", 5000), "2026-02-30T00:00:00Z", "1e400", []any{[]any{[]any{}}},
	}
	oddBodies = []string{
		"", "null", "[", `{"input":`, `{"a":1}{`, "\ufeff{}", "\xff\xfe", "[[[[[[", `"text"`, "0", "[1,2]", "{,}", `{"a":1,"a":2}`,
	}
	oddSigns = []string{
		" wrong-key", " altered-body", " altered-query", " at=-400s", " at=+90s", " twice", " text=", " no-time", " time=x",
	}
)

func oneOf[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

// randomRequest returns a request and its Sign line: a valid one with up to three changes.
func randomRequest(r *rand.Rand) (*request, string) {
	t := oneOf(r, templates)
	fill := strings.NewReplacer("{portal}", fmt.Sprint(firstPortal+r.IntN(3)))
	q := &request{
		app: randomApp, worker: t.worker, method: t.method, path: fill.Replace(t.path), body: fill.Replace(t.body),
	}
	if q.body != "" {
		q.headers = append(q.headers, header{"Content-Type", "application/json"})
	}
	sign := t.sign
	for range r.IntN(4) {
		switch r.IntN(9) {
		case 0:
			q.method = oneOf(r, oddMethods)
		case 1:
			q.path = changedPath(r, q.path)
		case 2:
			path, _, _ := strings.Cut(q.path, "?")
			q.path = path + "?" + oneOf(r, oddQueries)
		case 3:
			q.headers = append(q.headers, oneOf(r, oddHeaders))
		case 4:
			q.body = oneOf(r, oddBodies)
		case 5:
			if t.sign != "none" && r.IntN(2) == 0 {
				sign = t.sign + oneOf(r, oddSigns)
			}
		default:
			q.body = changedBody(r, q.body)
		}
	}
	if q.method == http.MethodGet || q.method == http.MethodHead {
		q.body = "" // workers do not see it
	}
	return q, sign
}

// changedPath replaces, adds or removes a segment.
func changedPath(r *rand.Rand, path string) string {
	path, query, hasQuery := strings.Cut(path, "?")
	segments := strings.Split(path, "/")
	switch i := 1 + r.IntN(len(segments)-1); r.IntN(3) {
	case 0:
		segments[i] = strings.ReplaceAll(oneOf(r, oddSegments), " ", "%20")
	case 1:
		segments = append(segments, strings.ReplaceAll(oneOf(r, oddSegments), " ", "%20"))
	default:
		segments = append(segments[:i], segments[i+1:]...)
	}
	if path = "/" + strings.TrimLeft(strings.Join(segments, "/"), "/"); hasQuery {
		path += "?" + query
	}
	return path
}

// changedBody replaces one value of a JSON body, or some of its bytes.
func changedBody(r *rand.Rand, body string) string {
	value, err := decode(body)
	if err != nil || r.IntN(4) == 0 {
		if body == "" {
			return oneOf(r, oddBodies)
		}
		at := r.IntN(len(body))
		return body[:at] + oneOf(r, oddBodies) + body[min(len(body), at+r.IntN(4)):]
	}
	changed, err := json.Marshal(changedValue(r, value))
	if err != nil {
		return body
	}
	return string(changed)
}

// changedValue replaces a value, or one of its members.
func changedValue(r *rand.Rand, value any) any {
	switch value := value.(type) {
	case map[string]any:
		if len(value) > 0 && r.IntN(4) > 0 {
			name := oneOf(r, slices.Sorted(maps.Keys(value)))
			value[name] = changedValue(r, value[name])
			return value
		}
		value[fmt.Sprint(oneOf(r, oddValues))] = oneOf(r, oddValues)
		return value
	case []any:
		if len(value) > 0 && r.IntN(4) > 0 {
			i := r.IntN(len(value))
			value[i] = changedValue(r, value[i])
			return value
		}
		return append(value, oneOf(r, oddValues))
	}
	return oneOf(r, oddValues)
}
