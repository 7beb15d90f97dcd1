package components

import (
	"cmp"
	"slices"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

// WebhooksUID is the default uid of the webhooks component.
const WebhooksUID = "webhooks"

// dispatcherPath is the path that the platform delivers webhooks to. The app worker forwards each delivery to its
// triggers (sdk/src/worker/routes/dispatcher.ts).
const dispatcherPath = "/webhooks/crm"

// Default of the deliveries that the platform sends at once: the value in its templates.
const MaxConcurrentRequests = 10

// webhooksConfig is the configuration of the webhooks.
type webhooksConfig struct {
	Settings      WebhookSettings      `json:"settings"`
	Subscriptions WebhookSubscriptions `json:"subscriptions"`
}

// WebhookSettings is where and how webhooks are delivered.
type WebhookSettings struct {
	TargetURL             string `json:"targetUrl"`
	MaxConcurrentRequests int    `json:"maxConcurrentRequests"`
}

// WebhookSubscriptions are the subscriptions by section.
type WebhookSubscriptions struct {
	CRMObjects []WebhookSubscription `json:"crmObjects"`
	HubEvents  []WebhookSubscription `json:"hubEvents"`
}

// WebhookSubscription is a subscription to one kind of event.
type WebhookSubscription struct {
	SubscriptionType string `json:"subscriptionType"`
	ObjectType       string `json:"objectType,omitempty"`
	PropertyName     string `json:"propertyName,omitempty"`
	Active           bool   `json:"active"`
}

func webhooks(p *codegen.Pass) {
	subscriptions := WebhookSubscriptions{CRMObjects: []WebhookSubscription{}, HubEvents: []WebhookSubscription{}}
	found := false
	for _, worker := range p.Project.Workers {
		for _, capability := range worker.Capabilities {
			if trigger := capability.Trigger; trigger != nil {
				found = true
				subscriptions.add(p, codegen.Subject{Kind: "trigger", Worker: worker.Name, ID: trigger.ID}, trigger)
			}
		}
	}
	if !found {
		return
	}
	declared := manifest.Webhooks{}
	if p.Project.App.Webhooks != nil {
		declared = *p.Project.App.Webhooks
	}
	p.Emit(codegen.Part{
		UID: cmp.Or(declared.UID, WebhooksUID), File: p.Stem("webhooks"), Subject: ofApp(""), Config: webhooksConfig{
			Settings: WebhookSettings{
				p.AppOrigin + dispatcherPath, cmp.Or(declared.MaxConcurrentRequests, MaxConcurrentRequests),
			},
			Subscriptions: subscriptions,
		},
	})
}

// add subscribes to the event type of a trigger, unless another trigger has subscribed to it.
func (s *WebhookSubscriptions) add(p *codegen.Pass, subject codegen.Subject, trigger *manifest.Trigger) {
	event, err := platform.ParseEventType(trigger.EventType)
	if err != nil {
		subject.Member = "eventType"
		p.Refuse("event-type", subject, "eventType %v", err)
		return
	}
	one := WebhookSubscription{
		event.Subscription.SubscriptionType, event.Subscription.ObjectType, event.Subscription.PropertyName, true,
	}
	if object := appObjectNamed(p, event.Object); object != nil && one.ObjectType != "" {
		unproven(p, subject, object, "name "+object.Name)
		one.ObjectType = object.Name
	}
	list := &s.CRMObjects
	if event.Subscription.Section == "hubEvents" {
		list = &s.HubEvents
	}
	if !slices.Contains(*list, one) {
		*list = append(*list, one)
	}
}
