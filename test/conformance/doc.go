// Package conformance runs one suite of cases against the runtime in both of its hosts: goja, as in
// `svc dev`, and workerd, the engine of the edge. Both hosts run the same minified bytes and get the same
// requests over HTTP. Each response, stored value, outbound request and log line is compared with the case
// and with the other host. Start at Suite. `make conformance` runs it.
//
// # A case
//
// A case is one txtar archive, cases/<area>/<behavior>.txtar. Its comment, the text before the first
// section, adds what the name does not say. Sections run from top to bottom and may repeat. Every case
// runs in both hosts; no option skips one.
//
//	Required fields of a card backend are checked before the handler runs.
//
//	-- request --
//	POST /_svc/cards/credit-score
//
//	{"input": {}}
//	-- response --
//	400
//	Content-Type: application/json
//
//	{"ok": false, "error": "missing_required_input", "capabilityId": "credit-score",
//	 "fields": ["companyId"], "message": "{text}"}
//	-- outbound --
//	none
//
// Lines that begin with # before the first other line of a section are comments.
//
// # case (optional, first)
//
// Headers for the whole case:
//
//	App: oauth       the variant (below) that gets the requests. Default: "static"
//	Slow: yes        the case waits for seconds, for example for a timeout. Slow cases run concurrently.
//	                 An outbound request belongs to the slow case whose {portal} or {unique} is in its URL,
//	                 headers or body
//	Order: any       outbound requests, logs and checkpoints have no fixed order, because the handler
//	                 works concurrently. Cases with concurrent requests do not need it
//	Limit: 20 per 2s the emulated CRM accepts this many calls of an account in a sliding window. Each 429
//	                 that it sends is a fault of the case
//	Events: by full name
//	                 the emulated CRM refuses app events by uid
//	Compare: answers compare only the responses of the hosts. For requests whose client disconnects: each
//	                 platform decides whether their calls continue
//
// # request
//
// The first line is METHOD and path with query, or a full URL path with escapes, which is sent unchanged.
// Then headers up to an empty line, then the body without its last line break. These headers steer the
// runner and are not sent:
//
//	To: main             the worker that gets the request, or "app" for the app worker. Default: the app
//	                     worker for /oauth-…, /_svc/control/… and POST /webhooks/crm, else "main".
//	                     "actors": POST /<class>/<name>/<method> calls an actor with the body as arguments.
//	                     port.js has the class PortActor for cases of the actor port.
//	                     "schedules": POST /<worker> with {"cron": "0 * * * *", "time": {now}} fires a
//	                     schedule, as the platform does. The response is {"outcome": "ok"}
//	App: oauth           another variant than the case's
//	Sign: v3             see Signing
//	Times: 20            sends this many copies concurrently. {i} is the number of the copy, from 0
//	Within: 150s         sends the request again until the response matches, for at most this long. For
//	                     a state that no wait section can name
//	Delay: 20ms          sends the request this long after the others of its group
//	After: log info begun  sends the request when this line, as in a section wait, is true. Order that must not depend
//	                     on the speed of the machine needs it
//	Abort-After: 50ms    the client disconnects after this time. The response is "aborted"
//	Chunked: yes         sends the body without a Content-Length, in two chunks
//
// A body without a Content-Type header is sent as application/json. "Content-Type: {absent}" sends none.
// Send a body that is rejected for its length with "Expect: 100-continue", so that the response arrives
// before the body is sent. Headers may repeat and are sent in order. Consecutive requests without a
// response between them form a group. They are sent concurrently, and their response sections follow in
// the same order.
//
// # Signing
//
// Without Sign, the path selects the signature. The platform signs /workflow-actions/…, /_svc/cards/… and
// /webhooks/crm… with v3. A grant signs /capabilities/…, /sync/…, /_svc/manifest and /_svc/control/…. Other
// paths have no signature. Several Sign headers add several signatures. The kinds:
//
//	none
//	v3, v2           by the client secret of the variant
//	grant            by its control key. kid=<id> names another key, nonce=<text> sets the nonce.
//	                 origin=<text> and environment=<text> name another audience, v1 signs none
//	hmac             key=<text> header=<name, X-Signature> encoding=<hex|base64> prefix=<text>
//	                 time-header=<name>: signs "<seconds>.<body>" and sends the seconds. A post to
//	                 ?install=7 signs "install=7.<body>", without the prefix when no-install is given
//
// These words after the kind make the signature invalid or unusual:
//
//	wrong-key        signs with another key
//	at=-299s         signs at another time: at=-330s is stale, at=+90s is in the future
//	altered-body     signs the body with one more space at its end
//	altered-query    signs without the query, or with ?altered=1 when there is none
//	altered-path     signs /altered
//	altered-method   signs PUT
//	altered-time     sends a timestamp one second later than the signed one
//	uri=<text>       signs this URI unchanged
//	text=<text>      sends this text as the signature ("" sends an empty header)
//	no-time          sends no timestamp
//	time=<text>      signs and sends this text as the timestamp
//	twice            sends the signature header twice
//
// # response
//
// The status, then required headers, an empty line and the body. "aborted" replaces the status when the
// client disconnects or the connection breaks before the response ends. "Name: {absent}" requires that a
// header is missing. JSON is compared as structure, regardless of member order, any other body as text. A
// section without a body requires an empty one. {any} alone accepts every body.
//
// After a request with Times every copy must have the response. Where copies differ, several responses
// with "Count: 1" and "Count: 19" give the number of copies for each.
//
// # outside (before the request that needs it)
//
// Requests to the profile's API origin reach an emulated CRM, a new one for each case. With OAuth it
// exchanges the code consent-{portal} for tokens of that portal, access-{portal}-1 and refresh-{portal}-1,
// and rotates refresh tokens. Other hosts must be scripted. A request without a scripted response fails
// the case:
//
//	-- outside --
//	POST https://hooks.example/alerts
//	Times: 1
//
//	429
//	Retry-After: 3
//
//	{"error": "slow down"}
//
// First the request: method (or ANY) and URL, where * matches any text. A URL at the API origin overrides
// the emulated CRM. Its headers: Times (number of responses, default unlimited), Delay (before the
// response), After-Answers: 2 (responds when so many requests of the group have their answers), Hang: yes (never
// responds), Break: yes (drops the connection), Endless: yes (repeats the body until the client disconnects). After an
// empty line comes the response. The first section that matches and is not used up responds.
//
// # wait
//
// Waits until each of its lines is true, at most a minute. "within 80s" as first line sets another limit:
//
//	-- wait --
//	outbound POST https://hooks.example/alerts
//	state PortalActor {portal} due/rollup = {absent}
//	log info counted
//	checkpoint {"capabilityId": "count"}
//	twice checkpoint {"capabilityId": "count"}
//	20 copies of state PortActor {unique}-{i} due/x = {absent}
//
// # forget
//
// Restarts an actor, named by class and name, so that it loses its memory as when the edge moves it.
//
//	-- forget --
//	PortalActor {portal}
//
// In goja an actor stays in memory while the server runs, so the section has no effect there.
//
// # Effects
//
// These sections may follow any response. Each checks everything since the start of the case, and the
// runner waits up to a minute for it to be true. A section with "none" allows no effect of its kind. A
// kind without a section is only compared between the hosts.
//
//	outbound     one request that left the runtime: method and URL, required headers, an empty line, its
//	             body ({any} when omitted). One section for each request, in order; in any order in cases
//	             that send concurrent requests. "Times: 3" means three equal requests.
//	logs         all lines of handlers' loggers, in order: level, message, then fields as JSON, if any:
//	             info counted {"n": 1}
//	checkpoint   one record of an invocation, JSON. One section for each, in order. Members that it does
//	             not name are ignored.
//	error        one report of an uncaught error, likewise: {"name": "TypeError", "message": "…"}
//	state        lines <class> <actor> <key> = <JSON>. A key with spaces is a JSON string. {absent}
//	             requires that the key is missing:   InstallActor static s/greeting = "hello"
//
// Besides, no case may show a secret in what leaves the runtime: a secret binding, or a token of the case's portals.
// Only the header Authorization and a form may have one, and an answer whose expectation does.
//
// # Random requests
//
// After the cases, both hosts get the same random requests: valid ones for every route, with changes, most of them
// correctly signed. No answer may be late, be an undeclared 5xx, have a secret, or differ between the hosts. make fuzz
// sends more of them.
//
// # Placeholders
//
// In requests and in expected text:
//
//	{portal} {portal2}   portal ids unique to the case (numbers: write them without quotes in JSON)
//	{unique}             a word unique to the case: for keys of stores, names, ids
//	{now} {now-60s}      milliseconds since the epoch
//	{repeat x 65001}     the text repeated this many times
//	{hex ff00}           these bytes
//	{binding NAME}       the value of a binding of the variant
//	{name}               the value that {any:name} or another pattern captured before
//
// In expected text, a pattern matches a JSON value when it is a whole JSON string, and a part of the text
// inside a longer string:
//
//	{any}        everything, in a text also nothing
//	{text}       a text that is not empty
//	{uuid}       a UUID
//	{number}     a number
//	{left 60}    the seconds that are left of 60 while the case runs: at most 60, at least 50
//	{time}       a time (milliseconds or ISO 8601) within ten minutes of now
//	{absent}     as the value of a member: the member must be missing
//	{bodyMac}    in a response header: the HMAC-SHA256 of the body's bytes by the client secret, in hex
//
// {any:name}, {text:name} and so on also capture the value for later use as {name}. Any other text in
// braces stays unchanged. An object has exactly the named members, unless it has the member
// "...": "{any}", which allows others.
//
// # Variants
//
// variants.json lists the apps for cases: {name: {project, bindings}}. `project` is a folder here (app,
// app-oauth, …) with svc.config.ts and src/workers/*.ts. Its svc.platform.json may select a profile.
// `bindings` are additional variables and secrets of its user workers. They may override reserved
// bindings, and null removes one. The runner gives every variant CRM_CLIENT_ID, CRM_CLIENT_SECRET,
// CRM_ACCESS_TOKEN (static auth), SVC_CONTROL_KEY_test, SVC_SEAL_KEY_test, SVC_PROJECT_ID (the variant's
// name), SVC_CRM_PROJECT (likewise), SVC_ENVIRONMENT=test, SVC_DEPLOY_ID=deploy-1.
//
// Actors of a variant persist through all of its cases: use {portal} and {unique} to separate cases.
// Handlers may call any host name, and no request leaves this machine.
package conformance
