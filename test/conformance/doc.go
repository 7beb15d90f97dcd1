// Package conformance runs one suite of cases against the runtime in both of its hosts: goja, as in
// `svc dev`, and workerd, the engine of the edge. The same minified bytes get the same requests over
// real HTTP, and each answer, stored value, outbound request and log line is compared with what the
// case expects and with what the other host did. Start at Suite. `make conformance` runs it.
//
// # A case
//
// A case is one file, cases/<area>/<the-sentence-in-words>.txtar: a txtar archive. Its comment (the text
// before the first section) is the sentence of the contract that it keeps, where the name does not say
// all of it. Its sections run from top to bottom, and names repeat. Every case
// runs in both hosts: there is no way to leave one out.
//
//	A card backend without its required field is refused with 400.
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
//	App: oauth       the variant (below) that the requests go to; "static" without it
//	Slow: yes        it waits for seconds (time-outs): it runs side by side with the other slow ones.
//	                 An outbound request belongs to the slow case whose {portal} or {unique} is in its URL,
//	                 headers or body
//	Order: any       what it leaves behind (outbound, logs, checkpoint) comes in no certain order, because the
//	                 handler does several things at once; cases with several requests at once need not say so
//	Limit: 20 per 2s the emulated CRM takes so many calls of an account in a sliding window of this length, and
//	                 each 429 that it gives is a fault of the case
//	Compare: answers the hosts need not leave the same behind: what becomes of the calls of a request whose client
//	                 has gone is the platform's business
//
// # request
//
// The first line is METHOD and path with query (or a full URL path with escapes: it is sent as it
// stands). Then headers up to an empty line, then the body without its last line break. These headers
// steer the runner and are not sent:
//
//	To: main             the worker that gets it, or "app" for the app worker. Default: the app worker for
//	                     /oauth-…, /_svc/control/… and POST /webhooks/crm, else "main".
//	                     "actors": POST /<class>/<name>/<method> calls an actor itself, with the body as
//	                     arguments; port.js has the class PortActor for cases of the actor port.
//	                     "schedules": POST /<worker> with {"cron": "0 * * * *", "time": {now}} tells a worker
//	                     that a schedule is due, as the platform does; the answer is {"outcome": "ok"}
//	App: oauth           another variant than the case's
//	Sign: v3             see Signing
//	Times: 20            sends this many copies at once; {i} is the number of the copy, from 0
//	Delay: 20ms          is sent this long after the others of its group
//	Abort-After: 50ms    the client goes away after this time; its response is "aborted"
//	Chunked: yes         the body is sent without a Content-Length, in two chunks
//
// A body without a Content-Type header goes out as application/json; "Content-Type: {absent}" sends none.
// A body that is refused for its length goes with "Expect: 100-continue": the answer comes before it is sent.
// Headers may repeat, and are sent in order. Requests in a row, without a response between them, form a
// group: they are sent at once, and their response sections follow in the same order.
//
// # Signing
//
// Without Sign, a request is signed as its path asks: /workflow-actions/…, /_svc/cards/… and
// /webhooks/crm… by the platform (v3); /capabilities/…, /sync/…, /_svc/manifest and /_svc/control/… by a
// grant; all others not at all. Several Sign headers add several signatures. The kinds:
//
//	none
//	v3, v2           by the client secret of the variant
//	grant            by its control key; kid=<id> names another one, nonce=<text> gives the nonce
//	hmac             key=<text> header=<name, X-Signature> encoding=<hex|base64> prefix=<text>
//	                 time-header=<name>: signs "<seconds>.<body>" and sends the seconds; a post to ?install=7 signs
//	                 "install=7.<body>", unless no-install says to leave that out
//
// and words after the kind that make it a bad one:
//
//	wrong-key        signed by another key
//	at=-299s         signed at another time: stale is at=-330s, future is at=+90s
//	altered-body     signed for the same body with one more space at its end
//	altered-query    signed without the query, or with ?altered=1 where there is none
//	altered-path     signed for /altered
//	altered-method   signed for PUT
//	altered-time     the time that is sent is one second later than the signed one
//	uri=<text>       signed for this URI, as it stands
//	text=<text>      sends this text for the signature ("" sends an empty header)
//	no-time          sends no timestamp
//	time=<text>      sends (and signs) this text for the timestamp
//	twice            sends the signature header twice
//
// # response
//
// The status (or "aborted": the client went away, or the connection broke off before the end of the
// answer), headers that the answer must have, an empty line, the body. A header "Name: {absent}" must not be
// there. JSON is compared as structure, whatever the order of members; any other body as text. No body at all
// means that none may come; {any} alone takes every body.
//
// After a request with Times every copy must have the answer; where copies differ, several responses
// with "Count: 1", "Count: 19" say how many of each.
//
// # outside (before the request that needs it)
//
// Requests of the profile's API origin meet an emulated CRM, fresh for each case. With OAuth it trades the
// code consent-{portal} for tokens of that portal, access-{portal}-1 and refresh-{portal}-1; it rotates
// refresh tokens. Other hosts must be
// scripted, and a request that nothing answers fails the case:
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
// First the request: method (or ANY) and URL, where a * stands for any text; a URL at the API origin takes
// the place of the emulated CRM. Its headers steer: Times (answers this often; always without it), Delay
// (answers later), Hang: yes (never answers), Break: yes (drops the connection). Then, after an empty
// line, the answer. The first section that fits and is not used up answers.
//
// # wait
//
// Waits until each of its lines is true, at most a minute ("within 80s" as first line: another limit):
//
//	-- wait --
//	outbound POST https://hooks.example/alerts
//	state PortalActor {portal} due/rollup = {absent}
//	log info counted
//	checkpoint {"capabilityId": "count"}
//	twice checkpoint {"capabilityId": "count"}
//
// # forget
//
// An actor loses what it has in memory, as it does when the edge moves it: its class and name.
//
//	-- forget --
//	PortalActor {portal}
//
// On this machine actors are in memory as long as the server runs, and nothing happens there.
//
// # What it left behind
//
// Each of these sections may stand anywhere after a response; it looks at everything since the start of
// the case, and the runner waits up to a minute for it to be true. A section of its kind that says "none"
// takes none at all, and a kind without a section is not looked at (but compared between the hosts).
//
//	outbound     one request that reached the outside: method and URL, headers it must have, an empty
//	             line, its body ({any} when left out). One section each, all of them, in their order; in any order in
//	             cases that send several requests at once. "Times: 3" stands for three equal ones.
//	logs         the lines of handlers' loggers, all, in order: level, message, then the fields as JSON
//	             where there are any:   info counted {"n": 1}
//	checkpoint   one record of an invocation, JSON. One section each, in order; members that it does not
//	             name are not looked at.
//	error        one report of an uncaught throw, likewise: {"name": "TypeError", "message": "…"}
//	state        lines <class> <actor> <key> = <JSON>; a key with spaces is written as JSON string. With
//	             {absent} the key must not be there:   InstallActor static s/greeting = "hello"
//
// # Placeholders
//
// In requests, and in all that is expected:
//
//	{portal} {portal2}   portal ids that no other case has (numbers: write them without quotes in JSON)
//	{unique}             a word that no other case has: for keys of stores, names, ids
//	{now} {now-60s}      milliseconds since the epoch
//	{repeat x 65001}     a text so many times
//	{hex ff00}           these bytes
//	{binding NAME}       the value of a binding of the variant
//	{name}               what {any:name} and the like have captured before
//
// In what is expected they stand for values of the answer. As a whole JSON string they take a JSON value,
// and inside of a longer text a part of it:
//
//	{any}        everything (in a text: any, also none)
//	{text}       a text that is not empty
//	{uuid}       a UUID
//	{number}     a number
//	{time}       a time (milliseconds or ISO 8601) within ten minutes of now
//	{absent}     as value of a member: the member is not there
//	{bodyMac}    in a header of a response: the HMAC-SHA256 of the body's bytes by the client secret, in hex
//
// {any:name}, {text:name} and so on also capture the value, for use later in the case: as {name}.
// Any other text in braces is left as it is. An object has exactly the members that are named, unless
// it has the member "...": "{any}": then it may have more.
//
// # Variants
//
// variants.json lists the apps that cases run against: {name: {project, bindings}}. `project` is a
// folder here (app, app-oauth, …) with svc.config.ts and src/workers/*.ts, as any user's; its
// svc.platform.json may choose a profile. `bindings` are further variables and secrets of its user workers
// (and may override the reserved ones: a null takes one away). The runner gives every variant
// CRM_CLIENT_ID, CRM_CLIENT_SECRET, CRM_ACCESS_TOKEN (static auth), SVC_CONTROL_KEY_test,
// SVC_SEAL_KEY_test, SVC_PROJECT_ID (the variant's name), SVC_ENVIRONMENT=test, SVC_DEPLOY_ID=deploy-1.
//
// Actors of a variant live on through all of its cases: use {portal} and {unique} to stay apart. Handlers
// reach the outside by any host name; nothing leaves this machine.
package conformance
