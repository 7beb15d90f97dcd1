package edgefake

import (
	"net/http"
	"slices"
	"time"
)

type deployment struct {
	id             string
	created        time.Time
	cause, message string
	shares         []share
}

type share struct {
	id      string
	percent int
}

func (f *Fake) listVersions(c *call) {
	s := f.found(c)
	if s == nil {
		return
	}
	items := []any{}
	for i, v := range slices.Backward(s.versions) {
		items = append(items, map[string]any{
			"id": v.id, "number": i + 1, "metadata": map[string]any{"created_on": v.created, "source": v.source},
			"annotations": annotations(v.cause, v.message, v.tag),
		})
	}
	c.answer(map[string]any{"items": items})
}

func annotations(cause, message, tag string) map[string]string {
	notes := map[string]string{"workers/triggered_by": cause}
	if message != "" {
		notes["workers/message"] = message
	}
	if tag != "" {
		notes["workers/tag"] = tag
	}
	return notes
}

func (d deployment) describe() map[string]any {
	versions := []any{}
	for _, share := range d.shares {
		versions = append(versions, map[string]any{"version_id": share.id, "percentage": share.percent})
	}
	return map[string]any{
		"id": d.id, "created_on": d.created, "source": "api", "strategy": "percentage", "versions": versions,
		"annotations": annotations(d.cause, d.message, ""),
	}
}

// deploymentsShown is the maximum number of deployments in the list (edge docs, API).
const deploymentsShown = 10

func (f *Fake) listDeployments(c *call) {
	s := f.found(c)
	if s == nil {
		return
	}
	list := []any{}
	for _, d := range slices.Backward(s.deployments) {
		if len(list) < deploymentsShown {
			list = append(list, d.describe())
		}
	}
	c.answer(map[string]any{"deployments": list})
}

func (f *Fake) deploy(c *call) {
	var in struct {
		Strategy string `json:"strategy"`
		Versions []struct {
			ID      string `json:"version_id"`
			Percent int    `json:"percentage"`
		} `json:"versions"`
		Annotations map[string]string `json:"annotations"`
	}
	s := f.found(c)
	if s == nil || !c.decode("application/json", &in) {
		return
	}
	made, sum := deployment{cause: "deployment", message: in.Annotations["workers/message"]}, 0
	for _, v := range in.Versions {
		known := s.byID(v.ID)
		switch {
		case known == nil:
			c.refuse(http.StatusBadRequest, 10021, "version "+v.ID+" does not exist")
			return
		case known.migrationTag != s.migrationTag:
			c.refuse(http.StatusBadRequest, 10021, "version "+v.ID+" is older than a Durable Object migration")
			return
		}
		sum += v.Percent
		made.shares = append(made.shares, share{v.ID, v.Percent})
	}
	if in.Strategy != "percentage" || len(in.Versions) == 0 || len(in.Versions) > 2 || sum != 100 {
		c.refuse(http.StatusBadRequest, 10021, "a deployment has one or two versions with 100 percent together")
		return
	}
	made.id, made.created = f.newID(), f.options.Now()
	s.deployments = append(s.deployments, made)
	c.answer(made.describe())
}
