package crmfake

import (
	"fmt"
	"net/http"
	"strconv"
)

func (f *Fake) queueDeploy(c *call) {
	var in struct {
		Project string `json:"projectName"`
		Build   int64  `json:"targetBuildId"`
		Force   *bool  `json:"ignoreWarnings"`
	}
	if !c.decode(&in) {
		return
	}
	p := f.found(c, in.Project)
	if p == nil {
		return
	}
	if in.Build < 1 || in.Build > int64(len(p.builds)) || in.Force == nil {
		c.refuse(http.StatusBadRequest, "", fmt.Sprintf("Build %d does not exist, or ignoreWarnings is missing.", in.Build))
		return
	}
	b := p.builds[in.Build-1]
	switch {
	case f.busy(p):
		c.refuse(
			http.StatusConflict, "BuildPipelineErrorType.PROJECT_LOCKED",
			"The project is locked by a build or deploy that runs.",
		)
		f.advance(p)
		return
	case f.state(b.looks, b.failures, "BUILDING") != "SUCCESS":
		c.refuse(http.StatusBadRequest, "", fmt.Sprintf("Build %d did not succeed.", in.Build))
		return
	}
	if issues := f.issues(p, b, *in.Force); len(issues) > 0 {
		c.answer(http.StatusOK, map[string]any{"buildResultType": "DEPLOY_BLOCKED", "issues": issues})
		return
	}
	d := &deploy{id: f.newID(), build: b, failures: f.orders.takeDeployFailures()}
	p.deploys = append(p.deploys, d)
	id := strconv.FormatInt(d.id, 10)
	c.answer(http.StatusOK, map[string]any{
		"buildResultType": "DEPLOY_QUEUED", "id": id, "links": map[string]string{
			"status": "/dfs/deploy/v1/deploy-status/" + id,
		},
	})
}

// issues returns what blocks a deploy: removed components and the issues that a test ordered.
func (f *Fake) issues(p *project, b *build, force bool) []any {
	var issues []any
	add := func(uid, kind, message string, warning bool) {
		if warning && force {
			return
		}
		issues = append(issues, map[string]any{
			"uid": uid, "componentTypeName": kind, "errorMessages": []string{},
			"blockingMessages": []any{map[string]any{"message": message, "isWarning": warning}},
		})
	}
	if p.deployed != nil {
		for _, uid := range sortedKeys(p.deployed.components) {
			if b.components[uid] == "" {
				add(uid, p.deployed.components[uid], "This component will be removed.", true)
			}
		}
	}
	for _, uid := range sortedKeys(f.orders.blocks) {
		add(uid, b.components[uid], f.orders.blocks[uid], false)
	}
	return issues
}

func (f *Fake) deployStatus(c *call) {
	p := f.found(c, c.r.PathValue("project"))
	if p == nil {
		return
	}
	for _, d := range p.deploys {
		if strconv.FormatInt(d.id, 10) != c.r.PathValue("deploy") {
			continue
		}
		c.answer(http.StatusOK, f.describeDeploy(p, d))
		f.advance(p)
		return
	}
	c.refuse(http.StatusNotFound, "", "Deploy "+c.r.PathValue("deploy")+" does not exist.")
}

func (f *Fake) describeDeploy(p *project, d *deploy) map[string]any {
	var components map[string]string
	var id int64
	if d.build != nil {
		components, id = d.build.components, d.build.id
	}
	return map[string]any{
		"deployId": d.id, "buildId": id, "projectName": p.name, "status": f.state(d.looks, d.failures, "DEPLOYING"),
		"subdeployStatuses": f.parts("deploy", components, d.looks, d.failures),
	}
}
