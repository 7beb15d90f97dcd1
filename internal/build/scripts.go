package build

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/edgeworker"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
)

// appGlobal is the global that the SDK's app worker script defines.
const appGlobal = "__svc_app"

// The SDK's files that scripts contain.
const (
	workerHostFile = "dist/host/workerd.js"
	appHostFile    = "dist/host/workerd-app.js"
	appFile        = "dist/host/app.js"
)

// firstKey is the default id of a key.
const firstKey = "1"

func (b *builder) scripts() error {
	p := b.edgeProject()
	app, err := b.appScript(p)
	if err != nil {
		return err
	}
	b.out.Scripts = []edge.Script{app}
	host, err := b.production.SDKFile(workerHostFile)
	if err != nil {
		return fmt.Errorf("the SDK has no host for the edge: %w", err)
	}
	runtime, err := b.production.Runtime()
	if err != nil {
		return err
	}
	declarations := declaredWorkers(b.Project)
	for i := range b.manifest.Workers {
		script, err := b.workerScript(p, i, workerShared{host, runtime}, declarations[i])
		if err != nil {
			return err
		}
		b.out.Scripts = append(b.out.Scripts, script)
	}
	slices.SortFunc(b.out.Scripts, func(x, y edge.Script) int { return cmp.Compare(x.Worker, y.Worker) })
	shared := map[string][]byte{}
	for i := range b.out.Scripts {
		script := &b.out.Scripts[i]
		script.SetDeployID(contentID(script, shared))
		if !script.IsApp() && b.Link.Environment(b.Environment).Scripts[script.Worker] == "" {
			b.out.Undeployed = append(b.out.Undeployed, script.Worker)
		}
	}
	return nil
}

// edgeProject returns the input of the scripts' bindings.
func (b *builder) edgeProject() edge.Project {
	p := edge.Project{
		App: b.names[""], StaticAuth: b.manifest.App.Auth == "static", Environment: b.Environment, Plan: b.EdgePlan,
		ControlKeys: b.ControlKeys, SealKeys: b.SealKeys, Script: func(worker string) string { return b.names[worker] },
	}
	if b.Link != nil {
		p.ID = b.Link.ProjectID
	}
	if len(b.manifest.App.Events) > 0 {
		p.CRMProject = b.crmName()
	}
	if len(p.ControlKeys) == 0 {
		p.ControlKeys = []string{firstKey}
	}
	switch {
	case p.StaticAuth:
		p.SealKeys = nil // static auth has no tokens to encrypt
	case len(p.SealKeys) == 0:
		p.SealKeys = []string{firstKey}
	}
	p.Workers = b.workerNames()
	slices.Sort(p.Workers)
	return p
}

func (b *builder) appScript(p edge.Project) (edge.Script, error) {
	host, err := b.production.SDKFile(appHostFile)
	if err != nil {
		return edge.Script{}, fmt.Errorf("the SDK has no host for the app worker on the edge: %w", err)
	}
	app, err := b.production.SDKFile(appFile)
	if err != nil {
		return edge.Script{}, fmt.Errorf("the SDK has no app worker: %w", err)
	}
	script := edge.Script{
		Name: b.names[""], CompatibilityDate: platform.CompatibilityDate, Bindings: edge.AppBindings(p),
		Modules: edge.AppModules(host, edge.Bundle{Global: appGlobal, Text: app}, edge.AppParts{
			Manifest: b.text, Profile: b.production.Profile(),
		}),
		Migrations: edge.NextMigrations(history(b.Link.Environment(b.Environment).Migrations), edge.ActorClasses()),
	}
	script.Secrets = secretsOf(script.Bindings, b.manifest.App.AlertSecrets())
	return script, nil
}

// workerShared is what all user workers have in common.
type workerShared struct {
	host    []byte
	runtime *bundle.Runtime
}

func (b *builder) workerScript(
	p edge.Project, i int, shared workerShared, worker *declared.Declaration,
) (edge.Script, error) {
	declares := &b.manifest.Workers[i]
	crons, err := edge.Crons(declares)
	if err != nil {
		return edge.Script{}, err
	}
	output := b.workers[i]
	b.out.code[declares.Name] = output.Code
	script := edge.Script{
		Name: b.names[declares.Name], Worker: declares.Name, CompatibilityDate: platform.CompatibilityDate, Crons: crons,
		Modules:   edgeworker.Modules(shared.host, output.Code, shared.runtime, edge.SourceMapModule),
		SourceMap: output.Map, Bindings: edge.WorkerBindings(p),
	}
	if b.Project.NodeCompat() {
		script.Flags = []string{edge.NodeFlag}
	}
	script.Secrets = secretsOf(script.Bindings, workerSecrets(b.Project, worker))
	return script, nil
}

// declaredWorkers returns the workers' declarations in the order of their files, as in the manifest.
func declaredWorkers(p *declared.Project) []*declared.Declaration {
	var workers []*declared.Declaration
	for _, file := range p.Workers {
		if file.Worker != nil {
			workers = append(workers, file.Worker)
		}
	}
	return workers
}

func history(steps []link.Migration) []edge.Migration {
	out := make([]edge.Migration, len(steps))
	for i, step := range steps {
		out[i] = edge.Migration{Tag: step.Tag, New: step.New, Deleted: step.Deleted}
	}
	return out
}

// contentID identifies the content of a script's modules, so that records of a folder that was deployed by hand
// still show their build. Hashes of shared modules are kept in shared.
func contentID(s *edge.Script, shared map[string][]byte) string {
	hash := sha256.New()
	for _, module := range s.Modules {
		sum := shared[module.Name]
		if sum == nil || !module.Shared {
			of := sha256.Sum256(module.Text)
			sum = of[:]
		}
		if module.Shared {
			shared[module.Name] = sum
		}
		fmt.Fprintf(hash, "%s %x\n", module.Name, sum)
	}
	return "build-" + hex.EncodeToString(hash.Sum(nil))[:12]
}
