package promise

import "strings"

// refusals are the places that make an error after a project was loaded: file and text.
var refusals = map[string]refusal{
	// The CRM project.
	"codegen/generate.go the uid %q has %d characters; the limit is %d": {
		rule: "uid-syntax", files: appWith(static + "uid: '" + strings.Repeat("a", 65) + "'"),
	},
	"codegen/generate.go the uid %q has characters other than letters, digits, _ . and -": {
		rule: "uid-syntax", files: appWith(static + "uid: 'a b'"),
	},
	"codegen/generate.go duplicate uid %q: the %s %q has it": {
		rule: "duplicate-uid", files: cardWith("uid: 'app'", component),
	},
	"codegen/components/app.go a marketplace app needs auth \"oauth\", but this app has %q": {
		rule: "marketplace-auth", files: map[string]string{
			"svc.config.ts": "import { defineApp } from '@svc/sdk';\nexport default defineApp({ name: 'App', slug: 'app', " +
				"distribution: 'marketplace', auth: 'static', platformVersion: '2026.03', scopes: ['tickets'] });\n",
		},
	},
	"codegen/components/app.go invalid entry of permittedUrls.%s %q: expected an https origin, but %v": {
		rule: "permitted-url", files: appWith(static +
			"environments: { qa: { permittedUrls: { img: ['ftp://a.example'] } } }"),
	},
	"codegen/components/app.go the worker %q has no origin": {why: ofTool},
	"codegen/components/association.go the association %q has the unknown cardinality %q": {
		rule: "association-cardinality", files: appWith(oauth + "objectAssociations: [appObjectAssociation('a', " +
			"{ fromObjectType: 'contact', toObjectType: 'company', cardinality: 'MANY' })]"),
	},
	"codegen/components/card.go the card %q has no component: %s is not bundled": {
		rule: "card-entrypoint", files: cardWith("entrypoint: 'src/cards/Absent.tsx'", component),
	},
	"codegen/components/card.go flags of the card %q must be \"server\", not %q": {
		rule: "card-flags", files: cardWith("flags: 'client'", component),
	},
	"codegen/components/card.go the card %q has flags \"server\" but no backend": {
		rule: "card-flags", files: cardWith("flags: 'server'", component),
	},
	"codegen/components/card.go the backend %q of the card %q is not exactly one card backend of the project": {
		rule: "card-backend", files: cardWith("backend: 'absent'", component),
	},
	"codegen/components/card.go the card %q imports %q, %s": {
		rule: "card-package", files: cardWith("", "import x from 'left-pad';\nexport default () => x;\n"),
	},
	"codegen/components/mcp_server.go the MCP server %q needs auth \"oauth\", but the app has %q": {
		rule: "mcp-auth", files: serverWith(static, ""),
	},
	"codegen/components/mcp_server.go the MCP server %q needs platformVersion %s or newer, but the app has %s": {
		rule: "mcp-platform-version", files: serverWith(oauth+"platformVersion: '2026.03', ", ""),
	},
	"codegen/components/mcp_server.go the MCP server %q has no %s": {
		rule: "option-type", files: serverWith(oauth, "mcpClientId: ''"),
	},
	"codegen/components/mcp_server.go mcpUrl of the MCP server %q is not a public https URL: %v": {
		rule: "mcp-url", files: serverWith(oauth+
			"environments: { qa: { mcpServers: { s: { mcpUrl: 'https://10.0.0.1' } } } }, ", ""),
	},
	"codegen/components/webhooks.go eventType %v": {
		rule: "event-type", files: appWith(static, mainFile, workerWith("main",
			"worker.trigger('t', { eventType: 'contact.exploded', handler: () => {} });")),
	},
	"codegen/components/workflow_action.go expose lists %q, which is not an input field of the tool %q": {
		rule: "agent-expose", files: toolWith("expose: ['b']"),
	},
	"codegen/components/workflow_action.go expose does not list %q, but agents see every field of the shared component " +
		"of the tool %q": {rule: "agent-expose", files: toolWith("expose: [], component: 'shared'")},

	// The scripts.
	"codegen/edge/script.go invalid schedule %q of worker %q: expected 5 fields": {
		rule: "schedule-syntax", files: syncWith("schedule: '* * *',"),
	},
	"codegen/edge/script.go invalid schedule %q of worker %q: expected weekdays as names": {
		rule: "schedule-syntax", files: syncWith("schedule: '* * * * 8',"),
	},
	"build/crm.go cannot determine the versions of the cards' packages": {
		rule: "syntax-error", files: withFile(cardWith("", "import x from 'left-pad';\nexport default () => x;\n"),
			"package.json", "{"),
	},
	"build/names.go invalid script name %q": {rule: "script-name", files: longNames},
	"build/names.go write slug: 'my-app' in svc.config.ts": {
		rule: "app-slug", files: appWith(static + "slug: 'A B'"),
	},
	"build/names.go choose another name with --env": {
		rule: "environment-option", files: appWith(static + "environments: { 'A B': {} }"),
	},
	"build/names.go choose a shorter name for the environment, the slug or the worker": {
		rule: "script-name", files: longNames,
	},
	"build/names.go rename the environment or the worker": {
		rule: "script-name", files: twoWorkers("", "a-b", "a_b"),
	},
	"build/report.go import less, or split the worker": {
		why: "scripts of 64 MB, which script-size finds: a test of package project has smaller ones",
	},

	// The manifest.
	"project/manifest.go cannot bundle the project: %w": {
		rule: "unresolved-import", files: withConfig("import 'absent';\n", appWith(static)),
	},
	"project/manifest.go cannot evaluate the project: %w": {
		rule: "throws-at-import", files: withConfig("throw new Error('no');\n", appWith(static)),
	},
	"project/manifest.go cannot create the manifest: %s": {rule: "duplicate-capability-id", files: backendsWith("a", "a")},
	"project/production.go ": {
		rule: "throws-at-import", files: withConfig("throw new Error('no');\n", appWith(static)),
	},
	"project/production.go the bundler failed: ": {why: ofTool},
	"manifest/decode.go cannot read the manifest: %w": {
		rule: "option-type", files: appWith(static + "crmProject: 5"),
	},
	"manifest/decode.go the manifest has no schemaVersion": {why: ofTool},
	"manifest/decode.go invalid schemaVersion %d of the manifest: expected %d; use the same release of svc and @svc/sdk": {
		why: ofTool,
	},
	"manifest/decode.go the manifest is incomplete: %w":  {rule: "missing-option", files: appWith("")},
	"manifest/decode.go the manifest is not valid: %w":   {rule: "duplicate-worker-name", files: twoWorkers("", "a", "a")},
	"manifest/decode.go unexpected data after it":        {why: ofTool},
	"manifest/decode.go invalid %s: expected %s, got %s": {rule: "option-type", files: appWith(static + "crmProject: 5")},
	"manifest/decode.go unexpected end":                  {why: ofTool},
	"manifest/decode.go not valid JSON: %s at byte %d":   {why: ofTool},
	"manifest/decode.go workers[%d].name is empty":       {rule: "define-worker-form", files: twoWorkers("", "", "b")},
	"manifest/decode.go two workers have the name %q":    {rule: "duplicate-worker-name", files: twoWorkers("", "a", "a")},
	"manifest/decode.go worker %q: %w":                   {rule: "duplicate-capability-id", files: backendsWith("a", "a")},
	"manifest/decode.go capabilities[%d].id is empty":    {rule: "declaration-id", files: backendsWith("")},
	"manifest/decode.go two capabilities of kind %s have the id %q": {
		rule: "duplicate-capability-id", files: backendsWith("a", "a"),
	},
	"manifest/require.go %s is missing": {
		rule: "missing-option", files: appWith(""),
	},
	"manifest/union.go invalid kind %q of a capability: expected %s, %s, %s or %s": {why: ofTool},
	"manifest/union.go a capability of kind %s: %w": {
		rule: "sync-manage-schema", files: syncWith("schedule: 'manual', manageSchema: true,"),
	},
	"manifest/union.go invalid value %s: expected false or an object": {why: ofTool},
	"manifest/union.go invalid manageSchema %s: expected false, \"properties\" or \"full\"": {
		rule: "sync-manage-schema", files: syncWith("schedule: 'manual', manageSchema: true,"),
	},
	"manifest/union.go invalid capMs %s: expected a number or \"surface\"": {
		rule: "option-type", files: appWith(static + "rateLimits: { retry: { capMs: 'card' } }"),
	},

	// What is refused whatever the project is.
	"build/folder.go ": {why: ofOutput},
	"build/folder.go generated path %q is outside the output folder":          {why: ofTool},
	"build/scripts.go the SDK has no host for the edge: %w":                   {why: ofTool},
	"build/scripts.go the SDK has no host for the app worker on the edge: %w": {why: ofTool},
	"build/scripts.go the SDK has no app worker: %w":                          {why: ofTool},
	"build/wire.go unexpected text after the output":                          {why: ofTool},
	"build/wire.go expected %d scripts, got %d":                               {why: ofTool},
	"build/wire.go unexpected script %q of worker %q":                         {why: ofTool},
	"build/wire.go unexpected path %q":                                        {why: ofTool},
	"deploy/apply.go the plan has problems":                                   {why: ofAccount},
	"deploy/rollback/rollback.go ":                                            {why: ofAccount},
	"deploy/rollback/rollback.go no earlier deploy to roll back to":           {why: ofAccount},
	"deploy/rollback/interrupted.go it was interrupted, and rollback ":        {why: ofAccount},
	"deploy/desired.go cannot upload the CRM project: %w":                     {why: ofTool},
	"deploy/canary.go deploy without --canary, or deploy this change first":   {why: ofAccount},
	"deploy/destroy.go ": {why: ofAccount},
	"deploy/destroy_steps.go this folder was linked to another project meanwhile":                      {why: ofAccount},
	"deploy/guard.go the account already has a script of this name, and a deploy would overwrite it":   {why: ofAccount},
	"deploy/guard.go script %q is another worker of this project":                                      {why: ofAccount},
	"deploy/guard.go rename the app, or delete that project in the CRM if it is unused; ":              {why: ofAccount},
	"deploy/identity.go another deploy created it, and this one would have created %s":                 {why: ofAccount},
	"deploy/keys/keys.go invalid %s on this machine: expected <key id>:<key>":                          {why: ofVault},
	"deploy/keys.go cannot store the %s on this machine: %w":                                           {why: ofVault},
	"deploy/rotation/rotation.go invalid list of replaced control keys on this machine":                {why: ofVault},
	"deploy/rotation/rotation.go it does not exist, or belongs to another project":                     {why: ofAccount},
	"deploy/rotation/rotation.go this machine has no control key of the environment":                   {why: ofVault},
	"deploy/plan.go log in to that account with 'svc login', or deploy another environment with --env": {why: ofAccount},
	"deploy/plan.go restore .svc/project.json, or remove its origins":                                  {why: ofAccount},
	"deploy/plan.go choose one for all scripts of the account: svc deploy --subdomain NAME":            {why: ofAccount},
	"deploy/plan_edge.go restore .svc/project.json, which has the history of the classes, from version control": {
		why: ofAccount,
	},
	"deploy/plan_edge.go a deploy would create an empty app worker, without the installs and the data of the app": {
		why: ofAccount,
	},
	"deploy/plan_edge.go the platform has applied migration %q, which is not in this folder's history": {why: ofAccount},
	"deploy/plan_secrets.go it has no value and is needed by ":                                         {why: ofVault},
	"deploy/planfile.go not a plan of svc deploy: %w":                                                  {why: ofPlan},
	"deploy/planfile.go not a plan of svc deploy: unexpected text after it":                            {why: ofPlan},
	"deploy/planfile.go unsupported schemaVersion %d: expected %d":                                     {why: ofPlan},
	"deploy/planfile.go incomplete plan":                                                               {why: ofPlan},
}

// longNames is an app whose worker has a name that is too long for a script.
var longNames = twoWorkers("", strings.Repeat("a", 60), "b")

// withConfig adds code to the start of the config. What is wrong in a worker's file keeps it out of a build.
func withConfig(code string, files map[string]string) map[string]string {
	return withFile(files, "svc.config.ts", code+files["svc.config.ts"])
}

func withFile(files map[string]string, name, text string) map[string]string {
	files[name] = text
	return files
}

// Who causes an error that no declaration causes.
const (
	byCaller   = "the caller of the route"
	byHandler  = "the code of a handler"
	byOperator = "secrets, keys or versions of the deploy"
	byPlatform = "the CRM or the edge platform"
)

// requestErrors are the codes of errors at run time, with the rule of svc check that finds the declaration, or who
// causes them.
var requestErrors = map[string]string{
	"invalid_input": "field-default", "missing_id_property": "sync-id-property", "billing_gated": "billing-reference",
	"not_available": "option-type", "missing_scopes": "crm-call-scope",

	"not_found": byCaller, "method_not_allowed": byCaller, "payload_too_large": byCaller,
	"unsupported_media_type": byCaller,
	"invalid_json":           byCaller, "missing_required_input": byCaller, "unknown_capability": byCaller,
	"ambiguous_capability": byCaller, "signature_missing": byCaller, "signature_invalid": byCaller,
	"signature_stale": byCaller, "grant_missing": byCaller, "grant_invalid": byCaller, "grant_stale": byCaller,
	"grant_replayed": byCaller, "oauth_state_missing": byCaller, "oauth_state_invalid": byCaller,
	"oauth_state_stale": byCaller, "oauth_state_used": byCaller, "install_not_found": byCaller,
	"sync_already_running": byCaller, "inbox_full": byCaller, "version_conflict": byCaller, "limit_reached": byCaller,
	"unknown_flag": byCaller, "unknown_poison_row": byCaller,
	"unknown_delivery": byCaller, "unknown_failure": byCaller, "unknown_later": byCaller,

	"fail_stop": byHandler, "retry_later": byHandler, "handler_error": byHandler, "handler_timeout": byHandler,
	"output_too_large": byHandler, "delivery_failed": byHandler, "invalid_key": byHandler, "invalid_prefix": byHandler,
	"invalid_limit": byHandler, "invalid_value": byHandler, "value_too_large": byHandler, "events_full": byHandler,
	"store_conflict": byHandler, "invalid_function": byHandler, "invalid_duration": byHandler, "invalid_later": byHandler,
	"later_full": byHandler, "aborted": byHandler, "invalid_argument": byHandler, "extension_missing": byHandler,
	"no_install": byHandler,

	"not_configured": byOperator, "install_suspended": byOperator, "sealed_wrong": byOperator, "state_too_new": byOperator,
	"unknown_worker": byOperator, "protocol_unsupported": byOperator, "unknown_method": byOperator,
	"token_refused": byOperator,

	"oauth_denied": byPlatform, "oauth_failed": byPlatform, "delivery_running": byPlatform,
	"dedup_unavailable": byPlatform,
	"backpressure":      byPlatform, "http_error": byPlatform, "timeout": byPlatform, "no_answer": byPlatform,
	"response_too_large": byPlatform,
	"completion_failed":  byPlatform, "internal_error": byPlatform, "needs_reauth": byPlatform,
	"token_unavailable": byPlatform, "actor_error": byPlatform, "stale_run": byPlatform,
	"install_replaced": byPlatform,
}
