package edgefake

import (
	"net/http"
	"slices"
	"strings"
)

func (f *Fake) getSchedules(c *call) {
	if s := f.found(c); s != nil {
		c.answer(map[string]any{"schedules": s.crons()})
	}
}

func (s *script) crons() []any {
	list := []any{}
	for _, cron := range s.schedules {
		list = append(list, map[string]string{"cron": cron})
	}
	return list
}

func (f *Fake) putSchedules(c *call) {
	var in []struct {
		Cron string `json:"cron"`
	}
	s := f.found(c)
	if s == nil || !c.decode("application/json", &in) {
		return
	}
	var crons []string
	for _, entry := range in {
		if len(strings.Fields(entry.Cron)) != 5 || slices.Contains(crons, entry.Cron) {
			c.refuse(http.StatusBadRequest, 10100, "invalid cron string '"+entry.Cron+"', or a repeated one")
			return
		}
		crons = append(crons, entry.Cron)
	}
	s.schedules = crons
	c.answer(map[string]any{"schedules": s.crons()})
}

// hasDate checks the header that selects the current form of the calls.
func hasDate(c *call) bool {
	if c.r.Header.Get("Cloudflare-Workers-Script-Api-Date") >= "2025-08-01" {
		return true
	}
	c.refuse(http.StatusBadRequest, 10026, "the date of the API is missing")
	return false
}

func (f *Fake) getSubdomain(c *call) {
	if s := f.found(c); s != nil && hasDate(c) {
		c.answer(map[string]bool{"enabled": s.onSubdomain, "previews_enabled": s.previews})
	}
}

func (f *Fake) setSubdomain(c *call) {
	var in struct {
		Enabled  *bool `json:"enabled"`
		Previews *bool `json:"previews_enabled"`
	}
	s := f.found(c)
	if s == nil || !hasDate(c) || !c.decode("application/json", &in) {
		return
	}
	if in.Enabled == nil || in.Previews == nil {
		c.refuse(http.StatusBadRequest, 10026, "enabled and previews_enabled are required")
		return
	}
	s.onSubdomain, s.previews = *in.Enabled, *in.Previews
	c.answer(map[string]bool{"enabled": s.onSubdomain, "previews_enabled": s.previews})
}
