// This file tells of the account: what it is, and how much of its day is spent.

package crmsim

import (
	"net/http"
	"time"
)

// accountTypes are those that the platform knows.
var accountTypes = []string{"STANDARD", "DEVELOPER_TEST", "SANDBOX", "APP_DEVELOPER"}

// details are what the platform tells of the account.
func (c *call) details() (int, any, *apiError) {
	now := c.now().In(c.timeZone())
	_, offset := now.Zone()
	return http.StatusOK, map[string]any{
		"portalId": c.caller.portal, "accountType": c.options.AccountType, "timeZone": c.timeZone().String(),
		"companyCurrency": "USD", "additionalCurrencies": []string{},
		"utcOffset": now.Format("-07:00"), "utcOffsetMilliseconds": offset * int(time.Second/time.Millisecond),
		"uiDomain": c.options.UIDomain, "dataHostingLocation": "na1",
	}, nil
}

func (s *Sim) timeZone() *time.Location {
	if s.options.Limits == nil {
		return time.UTC
	}
	return s.options.Limits.TimeZone
}

// dailyUsage is the pool of calls that the private apps of the account share: how much is spent, and when it is
// full again.
func (c *call) dailyUsage() (int, any, *apiError) {
	results := []any{}
	if c.meter != nil && c.meter.limits.Daily > 0 {
		day := &c.meter.account(c.caller.portal, c.options.Clock.Now()).day
		results = append(results, map[string]any{
			"name": "private-apps-api-calls-daily", "usageLimit": c.meter.limits.Daily, "currentUsage": day.used,
			"resetsAt": stamp(day.ends.UTC()), "fetchStatus": "SUCCESS", "collectedAt": stamp(c.now()),
		})
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}

// uninstall takes the app away from the account whose token the request carries.
func (c *call) uninstall() (int, any, *apiError) {
	if c.caller.static {
		return 0, nil, invalid("An app with a static token is uninstalled by hand")
	}
	if c.grants != nil {
		c.grants.revoke(c.grants.refresh, c.caller.portal)
		c.grants.revoke(c.grants.access, c.caller.portal)
	}
	if c.caller.portal == c.options.PortalID {
		c.options.Token = ""
	}
	return http.StatusNoContent, nil, nil
}
