package edge

import "strings"

// Kind is the kind of a binding.
type Kind int

// The kinds of bindings.
const (
	Secret  Kind = iota // a text that the platform does not return
	Var                 // a text
	Actors              // a Durable Object namespace
	Service             // another worker
)

// Binding is one entry of a worker's environment. The names CRM_… and SVC_… are reserved for the runtime
// (sdk/src/platform/env.ts); handlers do not see them.
type Binding struct {
	Name string
	Kind Kind
	// Class is the class of an Actors binding.
	Class string
	// Script is the target script; "" for the script itself.
	Script string
	// Entrypoint is the named entrypoint of a Service; "" for the default.
	Entrypoint string
	// Value is the text of a Var. A Var without a value is not bound.
	Value string
}

// Prefixes of names that end in a key id, so that each machine and CI can add a separate key.
const (
	ControlKeyPrefix = "SVC_CONTROL_KEY_"
	SealKeyPrefix    = "SVC_SEAL_KEY_"
)

// Project holds the values that the bindings of a project's workers depend on.
type Project struct {
	// App is the name of the app's script.
	App string
	// StaticAuth is set for apps with auth 'static', which have a token as a secret and no OAuth.
	StaticAuth bool
	// ID is the id of the project, "" if the folder is not linked to one. Environment is the deploy target.
	ID, Environment string
	// CRMProject is the name of the project on the CRM, which names the app's events; "" without app events.
	CRMProject string
	// Plan is the plan of the account, "free" or "paid". Without one, the runtime uses the limits of the free plan.
	Plan string
	// ControlKeys and SealKeys are the ids of keys.
	ControlKeys, SealKeys []string
	// Workers are the names of the user workers.
	Workers []string
	// Script returns the script name of a user worker.
	Script func(worker string) string
}

// DeployID is the name of the Var with the id of the deploy.
const DeployID = "SVC_DEPLOY_ID"

var actors = [...]struct{ name, class string }{
	{"SVC_INSTALL", "InstallActor"}, {"SVC_PORTAL", "PortalActor"}, {"SVC_PROJECT", "ProjectActor"},
}

// ActorClasses returns the classes of Durable Objects that the app worker exports.
func ActorClasses() []string {
	var classes []string
	for _, actor := range actors {
		classes = append(classes, actor.class)
	}
	return classes
}

// WorkerBindings returns the reserved bindings of a user worker. It verifies signatures, so it has the client secret,
// but no key of the project and nothing that can refresh a token.
func WorkerBindings(p Project) []Binding {
	bindings := []Binding{{Name: "CRM_CLIENT_SECRET", Kind: Secret}}
	if p.StaticAuth {
		bindings = append(bindings, Binding{Name: "CRM_ACCESS_TOKEN", Kind: Secret})
	}
	if p.CRMProject != "" {
		bindings = append(bindings, Binding{Name: "SVC_CRM_PROJECT", Kind: Var, Value: p.CRMProject})
	}
	return append(bindings, common(p, p.App)...)
}

// AppBindings returns the bindings of the app worker: the keys, its actors and every user worker.
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
			Name: serviceName(worker), Kind: Service, Script: p.Script(worker), Entrypoint: stepEntrypoint,
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

// serviceName returns the name of the app worker's binding to a user worker.
func serviceName(worker string) string {
	return "WORKER_" + strings.ToUpper(strings.ReplaceAll(worker, "-", "_"))
}
