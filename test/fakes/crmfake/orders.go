package crmfake

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// orders are the failures that a test ordered.
type orders struct {
	failures, deployFailures map[string]string
	blocks                   map[string]string
	forbidden                bool
	schema                   fs.FS
}

func (o *orders) takeFailures() map[string]string {
	taken := o.failures
	o.failures = nil
	return taken
}

func (o *orders) takeDeployFailures() map[string]string {
	taken := o.deployFailures
	o.deployFailures = nil
	return taken
}

// FailBuild makes the next upload's build fail at a component.
func (f *Fake) FailBuild(uid, message string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.orders.failures = map[string]string{uid: message}
}

// FailDeploy makes the next deploy fail at a component.
func (f *Fake) FailDeploy(uid, message string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.orders.deployFailures = map[string]string{uid: message}
}

// Block prevents the deploy of every build with this component. An empty message unblocks it.
func (f *Fake) Block(uid, message string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.orders.blocks = map[string]string{uid: message}
	if message == "" {
		f.orders.blocks = nil
	}
}

// Forbid revokes or restores the key's permission for projects.
func (f *Fake) Forbid(forbidden bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.orders.forbidden = forbidden
}

// DropToken invalidates the newest token.
func (f *Fake) DropToken() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.token = ""
}

// SeedProject adds a project of another tool.
func (f *Fake) SeedProject(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.projects[name] = &project{id: f.newID(), name: name}
}

// Dump returns the state of the account as indented JSON, without ids and times. History adds builds and deploys,
// which differ when an upload was repeated with the same effect.
func (f *Fake) Dump(history bool) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	projects := map[string]any{}
	for name, p := range f.projects {
		shown := map[string]any{"busy": f.busy(p)}
		if p.deployed != nil {
			shown["deployed"] = map[string]any{
				"components": p.deployed.components, "content": p.deployed.digest,
				"message": p.deployed.message, "platformVersion": p.deployed.platformVersion,
			}
		}
		if history {
			shown["history"] = f.past(p)
		}
		projects[name] = shown
	}
	text, err := json.MarshalIndent(map[string]any{"projects": projects}, "", "  ")
	if err != nil {
		panic(err) // all values are strings
	}
	return string(text)
}

func (f *Fake) past(p *project) map[string]any {
	var builds, deploys []string
	for _, b := range p.builds {
		builds = append(builds, fmt.Sprintf("%q %s %s", b.message, b.digest, f.state(b.looks, b.failures, "BUILDING")))
	}
	for _, d := range p.deploys {
		var of int64
		if d.build != nil {
			of = d.build.id
		}
		deploys = append(deploys, fmt.Sprintf("build %d %s", of, f.state(d.looks, d.failures, "DEPLOYING")))
	}
	return map[string]any{"builds": builds, "deploys": deploys}
}
