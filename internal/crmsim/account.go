package crmsim

import (
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

var accountTypes = []string{"STANDARD", "DEVELOPER_TEST", "SANDBOX", "APP_DEVELOPER"}

// accountRoutes are the routes about the account itself.
func (s *Sim) accountRoutes() api.Routes {
	return api.Routes{
		"GET /account-info/v3/details":                      s.details,
		"GET /account-info/v3/api-usage/daily/private-apps": s.dailyUsage,
		"DELETE /appinstalls/v3/external-install":           s.uninstall,
	}
}

// details describes the account.
func (s *Sim) details(c *api.Call) (int, any, *api.Error) {
	zone := s.caller(c).timeZone()
	now := c.Now().In(zone)
	_, offset := now.Zone()
	return http.StatusOK, map[string]any{
		"portalId": c.Caller.PortalID, "accountType": s.options.AccountType, "timeZone": zone.String(),
		"companyCurrency": "USD", "additionalCurrencies": []string{},
		"utcOffset": now.Format("-07:00"), "utcOffsetMilliseconds": offset * int(time.Second/time.Millisecond),
		"uiDomain": s.options.UIDomain, "dataHostingLocation": "na1",
	}, nil
}

func (p *portal) timeZone() *time.Location {
	if p.limits == nil {
		return time.UTC
	}
	return p.limits.TimeZone
}

// dailyUsage reports how much of the account's daily limit is spent, and when it resets.
func (s *Sim) dailyUsage(c *api.Call) (int, any, *api.Error) {
	results := []any{}
	if p := s.caller(c); p.meter != nil && p.limits.Daily > 0 {
		day := &p.meter.account(c.Caller.PortalID, s.options.Clock.Now()).day
		results = append(results, map[string]any{
			"name": "private-apps-api-calls-daily", "usageLimit": p.limits.Daily, "currentUsage": day.used,
			"resetsAt": api.Stamp(day.ends.UTC()), "fetchStatus": "SUCCESS", "collectedAt": api.Stamp(c.Now()),
		})
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}

// uninstall removes the app from the account of the caller.
func (s *Sim) uninstall(c *api.Call) (int, any, *api.Error) {
	if c.Caller.IsStatic {
		return 0, nil, api.Invalid("An app with a static token is uninstalled by hand")
	}
	s.oauth.Uninstall(c.Caller.PortalID)
	if c.Caller.PortalID == s.options.PortalID {
		s.options.Token = ""
	}
	return http.StatusNoContent, nil, nil
}
