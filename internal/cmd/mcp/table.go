package mcp

// tool is a command that agents can run. To add one, add a line to tools.
type tool struct {
	name, description string
	// command is the words of the command, with the flags that every call has.
	command []string
	// params are the arguments that agents may give.
	params []param
	// acts means that the tool changes files or runs handlers, so that it needs --allow.
	acts bool
}

// param is an argument of a tool. It becomes a flag of the same name, or the word after the command.
type param struct {
	name, description string
	// kind is the JSON type: "string", "integer", "boolean" or "object", which stands for any JSON value.
	kind string
	// isWord means that the argument is the word after the flags. It is required.
	isWord bool
}

var (
	capability = param{
		name: "capability", kind: "string", isWord: true, description: "The id of the capability, or <worker>/<id>.",
	}
	environment = param{name: "env", kind: "string", description: "The environment. Default: production."}
	install     = param{name: "install", kind: "string", description: "The id of an install."}
	input       = param{name: "input", kind: "object", description: "The input, as JSON."}
)

var tools = []tool{
	{
		name: "check", command: []string{"check", "--format", "json"},
		description: "Find mistakes in the app's declarations, in all environments, each with file, line, why and how to " +
			"fix it.",
	},
	{
		name: "manifest", command: []string{"manifest"},
		description: "What the app declares: workers, capabilities with their fields, schedules, scopes, billing.",
		params:      []param{environment},
	},
	{
		name: "explain", command: []string{"explain", "--json"},
		description: "Explain a rule of check by its id, an error code, or an uncaught error by its fingerprint.",
		params:      []param{{name: "topic", kind: "string", isWord: true, description: "What to explain."}},
	},
	{
		name: "errors", command: []string{"errors", "--json"},
		description: "Uncaught errors of handlers on this machine or in a deployed environment, the last first.",
		params:      []param{{name: "env", kind: "string", description: "A deployed environment. Default: this machine."}},
	},
	{
		name: "logs", command: []string{"dev", "logs", "--json"},
		description: "The last log lines of the running 'svc dev': of handlers and cards, ends of invocations, requests.",
		params: []param{
			{name: "worker", kind: "string", description: "Lines of this worker only."},
			{name: "capability", kind: "string", description: "Lines of this capability only, an id or <worker>/<id>."},
			{name: "level", kind: "string", description: "This level and above: debug, info, warn or error."},
			{name: "limit", kind: "integer", description: "The number of lines, the last ones. Default: 100."},
		},
	},
	{
		name: "invocations", command: []string{"dev", "runs", "--json"},
		description: "The last invocations of capabilities on the running 'svc dev', the oldest first: outcome, request, " +
			"calls to the CRM with their waits, other requests, and the error.",
		params: []param{
			{name: "worker", kind: "string", description: "Invocations of this worker only."},
			{name: "capability", kind: "string", description: "Of this capability only, an id or <worker>/<id>."},
			{name: "outcome", kind: "string", description: "With this outcome only, such as ok or error."},
			{name: "limit", kind: "integer", description: "The number of invocations. Default: 20."},
		},
	},
	{
		name: "runs", command: []string{"sync", "runs", "--json"},
		description: "Runs of syncs with their counts and states.",
		params:      []param{install, {name: "env", kind: "string", description: "A deployed environment."}},
	},
	{
		name: "simulate", command: []string{"simulate", "--json"},
		description: "Run a capability many times in virtual time, and check the load against the CRM's rate limits. " +
			"It reaches no network.",
		params: []param{
			capability, input,
			{name: "calls", kind: "integer", description: "The number of invocations. Default: 1000."},
			{name: "rows", kind: "integer", description: "The number of records to process."},
			{name: "fault", kind: "string", description: "A fault such as 500@2%, timeout or latency=2s@10%."},
			{name: "outside", kind: "object", description: "The response of all hosts except the CRM, as JSON."},
		},
	},
	{
		name: "plan", command: []string{"deploy", "--dry-run", "--json"},
		description: "What a deploy would upload. It reaches no network.",
		params:      []param{environment},
	},
	{
		name: "invoke", command: []string{"dev", "invoke", "--json"}, acts: true,
		description: "Run one capability on this machine with the production runtime and the emulated CRM. The answer " +
			"has the outcome, the output, logs and calls to the CRM.",
		params: []param{
			capability, input,
			{name: "object", kind: "object", description: `The record, such as {"id": "302"}.`},
			{name: "again", kind: "boolean", description: "Run a trigger for events that it has handled before."},
		},
	},
	{
		name: "send", command: []string{"dev", "send", "--json"}, acts: true,
		description: "Send a signed webhook to a trigger or push source of the running 'svc dev'.",
		params:      []param{capability, input},
	},
	{
		name: "fix", command: []string{"check", "--fix", "--format", "json"}, acts: true,
		description: "Correct in the sources what has one possible correction.",
	},
}

// declarations returns the tools as agents see them.
func declarations(tools []tool) []map[string]any {
	declared := make([]map[string]any, len(tools))
	for i, t := range tools {
		declared[i] = map[string]any{
			"name": t.name, "description": t.description, "inputSchema": t.schema(),
			"annotations": map[string]bool{"readOnlyHint": !t.acts, "openWorldHint": false},
		}
	}
	return declared
}

// schema returns the JSON schema of the arguments.
func (t tool) schema() map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, p := range t.params {
		schema := map[string]any{"description": p.description}
		if p.kind != "object" {
			schema["type"] = p.kind
		}
		properties[p.name] = schema
		if p.isWord {
			required = append(required, p.name)
		}
	}
	return map[string]any{
		"type": "object", "properties": properties, "required": required, "additionalProperties": false,
	}
}
