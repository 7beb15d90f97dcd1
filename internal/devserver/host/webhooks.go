package host

import (
	"slices"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/reason"
)

// webhookPath is the path of the app worker that receives webhook deliveries.
const webhookPath = "/webhooks/crm"

// crmObjects is the section of subscriptions to changes of records. The emulated CRM has no other events.
const crmObjects = "crmObjects"

// Subscribe makes the emulated CRM deliver events of these types to the app worker, and no others.
func (h *Host) Subscribe(eventTypes []string) {
	if h.options.Deliver == nil || h.options.CRM != CRMEmulated {
		return
	}
	target := crmsim.Target{URL: h.options.Origin + webhookPath, Secret: h.ClientSecret()}
	for _, text := range eventTypes {
		e, err := platform.ParseEventType(text)
		if err != nil || e.Subscription.Section != crmObjects {
			continue // 'svc check' reports the invalid ones
		}
		wanted := crmsim.Subscription{
			Type: e.Subscription.SubscriptionType, ObjectType: e.Subscription.ObjectType, Property: e.Subscription.PropertyName,
		}
		if !slices.Contains(target.Subscriptions, wanted) { // several triggers share a subscription
			target.Subscriptions = append(target.Subscriptions, wanted)
		}
	}
	crm, err := h.CRM()
	if err == nil {
		err = crm.SetTarget(target)
	}
	if err != nil {
		h.Log("warn", "the emulated CRM does not send all events: "+reason.Of(err))
	}
}
