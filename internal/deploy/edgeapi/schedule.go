package edgeapi

import (
	"context"
	"net/http"
)

type schedule struct {
	Cron string `json:"cron"`
}

// Schedules returns the crons of a script.
func (c *Client) Schedules(ctx context.Context, script string) ([]string, error) {
	var result struct {
		Schedules []schedule `json:"schedules"`
	}
	if err := c.call(ctx, request{method: http.MethodGet, path: c.scriptPath(script, "/schedules")}, &result); err != nil {
		return nil, err
	}
	crons := make([]string, len(result.Schedules))
	for i, s := range result.Schedules {
		crons[i] = s.Cron
	}
	return crons, nil
}

// PutSchedules replaces all crons of a script. They take effect within 15 minutes (edge docs, cron triggers).
func (c *Client) PutSchedules(ctx context.Context, script string, crons []string) error {
	in := make([]schedule, len(crons))
	for i, cron := range crons {
		in[i].Cron = cron
	}
	return c.call(ctx, request{method: http.MethodPut, path: c.scriptPath(script, "/schedules"), json: in}, nil)
}
