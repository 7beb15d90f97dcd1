// This file lists the reserved bindings of each kind of worker: names that the runtime reads, and no
// handler sees. The spec of the runtime (sdk/src/platform/env.ts) reserves CRM_… of these and all of SVC_….

package edge

import "strings"

// Kind is what a binding gives a worker.
type Kind int

// The kinds of bindings.
const (
	Secret  Kind = iota // a text that nobody can read back
	Var                 // a text
	Actors              // a Durable Object namespace
	Service             // another worker
)

// Binding is one entry of a worker's environment.
type Binding struct {
	Name string
	Kind Kind
	// Class is the class of the objects of an Actors binding.
	Class string
	// Script is the script that a binding leads to; "" for the script itself.
	Script string
	// Entrypoint is the named entrypoint of a Service; "" for the default one.
	Entrypoint string
	// Value is the text of a Var; "" when it has none in this environment, and is not bound then.
	Value string
}

// Prefixes of names that end in the id of a key, so that each laptop and CI adds a key of its own.
const (
	ControlKeyPrefix = "SVC_CONTROL_KEY_"
	SealKeyPrefix    = "SVC_SEAL_KEY_"
)

// Project says what the bindings of a project's workers depend on.
type Project struct {
	// App is the name of the app's script.
	App string
	// StaticAuth is for apps with auth 'static': their token is a secret, and OAuth is not theirs.
	StaticAuth bool
	// ID is the project's id, "" for a folder that is linked to none; Environment is where it is deployed.
	ID, Environment string
	// Plan is the plan of the account, "free" or "paid"; without one the runtime keeps to the limits of free.
	Plan string
	// ControlKeys and SealKeys are the ids of keys.
	ControlKeys, SealKeys []string
	// Workers are the names of the user workers.
	Workers []string
	// Script names the script of a user worker.
	Script func(worker string) string
}

// DeployID is the name of the Var that says which deploy a script is of.
const DeployID = "SVC_DEPLOY_ID"

var actors = [...]struct{ name, class string }{
	{"SVC_INSTALL", "InstallActor"}, {"SVC_PORTAL", "PortalActor"}, {"SVC_PROJECT", "ProjectActor"},
}

// ActorClasses are the classes of Durable Objects that the app worker exports.
func ActorClasses() []string {
	var classes []string
	for _, actor := range actors {
		classes = append(classes, actor.class)
	}
	return classes
}

// WorkerBindings are the reserved bindings of a user worker. Signatures are checked where requests
// arrive, so it holds the client secret; no key of the project, and nothing that renews a token.
func WorkerBindings(p Project) []Binding {
	bindings := []Binding{{Name: "CRM_CLIENT_SECRET", Kind: Secret}}
	if p.StaticAuth {
		bindings = append(bindings, Binding{Name: "CRM_ACCESS_TOKEN", Kind: Secret})
	}
	return append(bindings, common(p, p.App)...)
}

// AppBindings are the bindings of the app worker: the keys, its own actors, and every user worker.
func AppBindings(p Project) []Binding {
	bindings := []Binding{{Name: "CRM_CLIENT_SECRET", Kind: Secret}}
	if p.StaticAuth {
		bindings = append(bindings, Binding{Name: "CRM_ACCESS_TOKEN", Kind: Secret})
	} else {
		bindings = append(bindings, Binding{Name: "CRM_CLIENT_ID", Kind: Secret})
	}
	for _, kid := range p.ControlKeys {
		bindings = append(bindings, Binding{Name: ControlKeyPrefix + kid, Kind: Secret})
	}
	for _, kid := range p.SealKeys {
		bindings = append(bindings, Binding{Name: SealKeyPrefix + kid, Kind: Secret})
	}
	bindings = append(bindings, common(p, "")...)
	for _, worker := range p.Workers {
		bindings = append(bindings, Binding{
			Name: ServiceName(worker), Kind: Service, Script: p.Script(worker), Entrypoint: StepEntrypoint,
		})
	}
	return bindings
}

func common(p Project, script string) []Binding {
	bindings := []Binding{
		{Name: "SVC_PROJECT_ID", Kind: Var, Value: p.ID}, {Name: "SVC_ENVIRONMENT", Kind: Var, Value: p.Environment},
		{Name: DeployID, Kind: Var},
	}
	if p.Plan != "" {
		bindings = append(bindings, Binding{Name: "SVC_EDGE_PLAN", Kind: Var, Value: p.Plan})
	}
	for _, actor := range actors {
		bindings = append(bindings, Binding{Name: actor.name, Kind: Actors, Class: actor.class, Script: script})
	}
	return bindings
}

// ServiceName is the name of the app worker's binding to a user worker.
func ServiceName(worker string) string {
	return "WORKER_" + strings.ToUpper(strings.ReplaceAll(worker, "-", "_"))
}
