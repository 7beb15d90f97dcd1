package importer

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/reason"
)

// webhooks is the configuration of webhooks, with the section that svc never writes.
type webhooks struct {
	Settings      components.WebhookSettings `json:"settings"`
	Subscriptions struct {
		components.WebhookSubscriptions
		Legacy []components.WebhookSubscription `json:"legacyCrmObjects"`
	} `json:"subscriptions"`
}

func importWebhooks(r *run) error {
	for _, c := range r.of("webhooks") {
		config, err := take[webhooks](r, c)
		if err != nil {
			return err
		}
		taken := map[string]bool{}
		for _, section := range []struct {
			name string
			list []components.WebhookSubscription
		}{
			{"crmObjects", config.Subscriptions.CRMObjects},
			{"legacyCrmObjects", config.Subscriptions.Legacy},
			{"hubEvents", config.Subscriptions.HubEvents},
		} {
			for i, one := range section.list {
				member := fmt.Sprintf("config.subscriptions.%s[%d]", section.name, i)
				r.importTrigger(c, member, one, config.Settings.TargetURL, taken)
			}
		}
		if len(taken) == 0 {
			r.note(Omitted, c, "config.subscriptions", "no subscription is active, so svc makes no webhooks component")
			continue
		}
		var o object
		o.setUID(c.UID, components.WebhooksUID)
		switch most := config.Settings.MaxConcurrentRequests; {
		case most > 0 && most < platform.WebhookConcurrency.Value:
			r.note(Changed, c, "config.settings.maxConcurrentRequests", fmt.Sprintf(
				"the platform takes at least %d; svc writes the default of %d", platform.WebhookConcurrency.Value,
				components.MaxConcurrentRequests))
		case most > 0 && most != components.MaxConcurrentRequests:
			o.put("maxConcurrentRequests", most)
		}
		r.config.webhooks = o
		r.note(Changed, c, "config.settings.targetUrl", "svc deploy writes the address of the app worker")
	}
	return nil
}

// importTrigger writes the trigger of a subscription.
func (r *run) importTrigger(c *component, member string, one components.WebhookSubscription, endpoint string,
	taken map[string]bool,
) {
	if !one.Active {
		r.note(Omitted, c, member, "the subscription is not active, and every trigger subscribes")
		return
	}
	target, kind, _ := strings.Cut(one.SubscriptionType, ".")
	if target == "object" {
		target, _ = r.objectType(one.ObjectType) // ParseEventType and check judge it
	} else if strings.Contains(member, "legacyCrmObjects") {
		r.note(Changed, c, member, "its events have the subscriptionType object."+kind)
	}
	eventType := target + "." + kind
	if one.PropertyName != "" {
		eventType += "." + one.PropertyName
	}
	if _, err := platform.ParseEventType(eventType); err != nil {
		r.note(Omitted, c, member, reason.Of(err))
		return
	}
	if taken[eventType] {
		return // the same events in another section
	}
	taken[eventType] = true
	name := r.names.of("trigger", eventType)
	endpoint = cmp.Or(endpoint, "the old webhook")
	o := object{{"eventType", eventType}, {"handler", throwing(name, endpoint)}}
	r.capability(module{name, "triggers", "trigger", o, nil}, endpoint)
}
