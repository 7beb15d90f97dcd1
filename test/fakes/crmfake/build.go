package crmfake

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

func (f *Fake) listBuilds(c *call) {
	p := f.found(c, c.r.PathValue("project"))
	if p == nil {
		return
	}
	list := []any{}
	for _, b := range slices.Backward(p.builds) {
		list = append(list, f.describeBuild(p, b))
	}
	c.answer(http.StatusOK, map[string]any{"results": list})
	f.advance(p)
}

// build returns the build of the path.
func (f *Fake) build(c *call) (*project, *build) {
	p := f.found(c, c.r.PathValue("project"))
	if p == nil {
		return nil, nil
	}
	id, err := strconv.Atoi(c.r.PathValue("build"))
	if err != nil || id < 1 || id > len(p.builds) {
		c.refuse(http.StatusNotFound, "", fmt.Sprintf("Build %s does not exist.", c.r.PathValue("build")))
		return nil, nil
	}
	return p, p.builds[id-1]
}

func (f *Fake) buildStatus(c *call) {
	p, b := f.build(c)
	if b == nil {
		return
	}
	c.answer(http.StatusOK, f.describeBuild(p, b))
	f.advance(p)
}

func (f *Fake) describeBuild(p *project, b *build) map[string]any {
	return map[string]any{
		"buildId": b.id, "status": f.state(
			b.looks, b.failures, "BUILDING",
		), "uploadMessage": b.message, "projectName": p.name,
		"platformVersion": b.platformVersion, "isAutoDeployEnabled": false, "autoDeployId": 0, "deployStatusTaskLocator": nil,
		"subbuildStatuses": f.parts("build", b.components, b.looks, b.failures),
	}
}

// parts returns the states of the components. kind is build or deploy.
func (f *Fake) parts(kind string, components map[string]string, looks int, failures map[string]string) []any {
	list := []any{}
	for _, uid := range sortedKeys(components) {
		message, broken := failures[uid]
		own := map[string]string{}
		if broken {
			own[uid] = message
		}
		status := f.state(looks, own, map[string]string{"build": "BUILDING", "deploy": "DEPLOYING"}[kind])
		part := map[string]any{
			kind + "Name": uid, kind + "Type": components[uid], "id": uid, "status": status, "visible": true,
			"errorMessage": "", "standardError": nil,
		}
		if status == "FAILURE" {
			part["errorMessage"] = message
			part["standardError"] = map[string]any{
				"subCategory": "BuildPipelineErrorType.INVALID_COMPONENT", "errors": []any{map[string]string{"message": message}},
			}
		}
		list = append(list, part)
	}
	return list
}

// archive responds with the uploaded zip.
func (f *Fake) archive(c *call) {
	if _, b := f.build(c); b != nil {
		c.w.Header().Set("Content-Type", "application/zip")
		_, _ = c.w.Write(b.zipped) // fails only when the client disconnected
	}
}
