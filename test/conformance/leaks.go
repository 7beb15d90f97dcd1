package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/test/canary"
)

// minLeak is the length of the shortest binding that counts as a secret, in characters, as in the runtime.
const minLeak = 8

// publicBindings are not secrets.
var publicBindings = []string{"CRM_CLIENT_ID", "SVC_PROJECT_ID", "SVC_ENVIRONMENT", "SVC_DEPLOY_ID", "SVC_CRM_PROJECT"}

// leaks returns a fault for each secret in what left the runtime during a case: answers, requests, logs and reports.
// A request may have the secrets of its receiver, and an answer what the case expects, since handlers can return them.
func (w *running) leaks() []string {
	places := map[string]string{}
	for i, a := range w.seen.answers {
		text := fmt.Sprint(a.headers) + a.body
		for name, secret := range w.secrets() {
			if strings.Contains(a.want.body, secret) {
				text = strings.ReplaceAll(text, secret, name)
			}
		}
		places[fmt.Sprintf("answer %d", i+1)] = text
	}
	for i, c := range w.seen.calls {
		places[fmt.Sprintf("request %d, %s %s", i+1, c.method, c.url)] = c.withoutCredentials()
	}
	for i, e := range w.seen.events {
		places[fmt.Sprintf("%s %d", e.kind, i+1)] = wholeJSON(e.fields)
	}
	var faults []string
	for name, secret := range w.secrets() {
		for _, place := range slices.Sorted(maps.Keys(places)) {
			if found := canary.Find(places[place], secret); found != "" {
				faults = append(faults, fmt.Sprintf("%s has the secret %s: %s", place, name, short(found)))
			}
		}
	}
	return faults
}

// secrets returns the secret bindings of the case's variant, and the tokens of its portals.
func (w *running) secrets() map[string]string {
	secrets := map[string]string{}
	for _, kind := range []string{"access", "refresh"} {
		for _, portal := range []string{w.values.names["portal"], w.values.names["portal2"]} {
			secrets[kind+" token of "+portal] = kind + "-" + portal + "-"
		}
	}
	for name, value := range w.rig.bindings[w.c.App] {
		if len(value) >= minLeak && !slices.Contains(publicBindings, name) {
			secrets[name] = value
		}
	}
	return secrets
}

// withoutCredentials returns the parts of a request that must have no secret: all but those that the protocol has for
// them, which are the header Authorization and a form for a token endpoint.
func (c call) withoutCredentials() string {
	headers := c.headers.Clone()
	headers.Del("Authorization")
	text := c.url + fmt.Sprint(headers)
	if !strings.HasPrefix(headers.Get("Content-Type"), "application/x-www-form-urlencoded") {
		text += c.body
	}
	return text
}
