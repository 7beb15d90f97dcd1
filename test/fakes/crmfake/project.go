package crmfake

import (
	"net/http"
	"slices"
)

// project is one project of the account.
type project struct {
	id       int64
	name     string
	builds   []*build
	deploys  []*deploy
	deployed *build // nil for none
}

// build is one upload.
type build struct {
	id              int64
	message         string
	platformVersion string
	digest          string
	zipped          []byte
	components      map[string]string // type by uid
	looks           int
	failures        map[string]string // message by uid
}

// deploy releases a build to the portals. build is nil for a deploy that removes all components.
type deploy struct {
	id       int64
	build    *build
	looks    int
	failures map[string]string
}

// state returns the state of a build or deploy after a number of polls.
func (f *Fake) state(looks int, failures map[string]string, during string) string {
	switch {
	case looks < f.options.Polls:
		return during
	case len(failures) > 0:
		return "FAILURE"
	}
	return "SUCCESS"
}

// busy reports whether a build or deploy of the project runs.
func (f *Fake) busy(p *project) bool {
	return slices.ContainsFunc(p.builds, func(b *build) bool { return b.looks < f.options.Polls }) ||
		slices.ContainsFunc(p.deploys, func(d *deploy) bool { return d.looks < f.options.Polls })
}

// advance counts a poll of a project, which advances its running build or deploy.
func (f *Fake) advance(p *project) {
	for _, b := range p.builds {
		b.looks++
	}
	for _, d := range p.deploys {
		d.looks++
		if d.looks == f.options.Polls && len(d.failures) == 0 {
			p.deployed = d.build
		}
	}
}

func (f *Fake) newID() int64 {
	f.serial++
	return 5000 + f.serial
}

// found returns the project of the path, or responds with 404.
func (f *Fake) found(c *call, name string) *project {
	p := f.projects[name]
	if p == nil {
		c.refuse(http.StatusNotFound, "", "Project "+name+" does not exist.")
	}
	return p
}

func (f *Fake) getProject(c *call) {
	if p := f.found(c, c.r.PathValue("project")); p != nil {
		c.answer(http.StatusOK, f.describe(p))
		f.advance(p)
	}
}

func (f *Fake) describe(p *project) map[string]any {
	shown := map[string]any{"id": p.id, "name": p.name, "portalId": 1000001, "isLocked": f.busy(p)}
	if len(p.builds) > 0 {
		shown["latestBuild"] = f.describeBuild(p, p.builds[len(p.builds)-1])
	}
	if p.deployed != nil {
		shown["deployedBuildId"] = p.deployed.id
		shown["deployedBuild"] = f.describeBuild(p, p.deployed)
	}
	return shown
}

func (f *Fake) createProject(c *call) {
	var in struct {
		Name string `json:"name"`
	}
	switch {
	case !c.decode(&in):
	case in.Name == "":
		c.refuse(http.StatusBadRequest, "", "name is required")
	case f.projects[in.Name] != nil:
		c.refuse(http.StatusConflict, "", "A project with the name "+in.Name+" already exists.")
	default:
		p := &project{id: f.newID(), name: in.Name}
		f.projects[in.Name] = p
		c.answer(http.StatusCreated, f.describe(p))
	}
}

func (f *Fake) platformVersions(c *call) {
	c.answer(http.StatusOK, map[string]any{
		"defaultPlatformVersion": platformDefault(), "activePlatformVersions": activeVersions(),
	})
}

func (f *Fake) removeComponents(c *call) {
	var in struct {
		Project string `json:"projectName"`
		DryRun  bool   `json:"dryRun"`
	}
	if !c.decode(&in) {
		return
	}
	p := f.found(c, in.Project)
	if p == nil {
		return
	}
	list := []any{}
	if p.deployed != nil {
		for _, uid := range sortedKeys(p.deployed.components) {
			list = append(list, map[string]string{"componentType": p.deployed.components[uid], "componentId": uid})
		}
	}
	answer := map[string]any{"componentsToRemove": list, "hasDeployedComponents": len(list) > 0}
	if !in.DryRun && p.deployed != nil {
		removal := &deploy{id: f.newID(), failures: f.orders.takeDeployFailures()}
		p.deploys = append(p.deploys, removal)
		answer["deployId"] = removal.id
	}
	c.answer(http.StatusOK, answer)
}

func (f *Fake) deleteProject(c *call) {
	p := f.found(c, c.r.PathValue("project"))
	switch {
	case p == nil:
	case p.deployed != nil || f.busy(p):
		c.refuse(http.StatusConflict, "", "The project has components that are deployed.")
	default:
		delete(f.projects, p.name)
		c.w.WriteHeader(http.StatusNoContent)
	}
}
