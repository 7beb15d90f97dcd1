// This file makes the webhooks component out of the triggers of all workers.

package components

import (
	"slices"

	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

const webhooksUID = "webhooks"

// dispatcherPath is the one address that the platform delivers to: the app worker hands each delivery on to the
// triggers that asked for it (sdk/src/worker/routes/dispatcher.ts).
const dispatcherPath = "/webhooks/crm"

// maxConcurrentRequests is how many deliveries the platform sends at a time. Its templates have 10; the least is 6.
const maxConcurrentRequests = 10

type webhooksConfig struct {
	Settings      webhookSettings      `json:"settings"`
	Subscriptions webhookSubscriptions `json:"subscriptions"`
}

type webhookSettings struct {
	TargetURL             string `json:"targetUrl"`
	MaxConcurrentRequests int    `json:"maxConcurrentRequests"`
}

type webhookSubscriptions struct {
	CRMObjects []webhookSubscription `json:"crmObjects"`
	HubEvents  []webhookSubscription `json:"hubEvents"`
}

type webhookSubscription struct {
	SubscriptionType string `json:"subscriptionType"`
	ObjectType       string `json:"objectType,omitempty"`
	PropertyName     string `json:"propertyName,omitempty"`
	Active           bool   `json:"active"`
}

func webhooks(p *codegen.Pass) {
	subscriptions := webhookSubscriptions{CRMObjects: []webhookSubscription{}, HubEvents: []webhookSubscription{}}
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
		return // nobody listens
	}
	p.Emit(codegen.Part{UID: webhooksUID, File: p.Stem("webhooks"), Subject: ofApp(""), Config: webhooksConfig{
		Settings:      webhookSettings{p.AppOrigin + dispatcherPath, maxConcurrentRequests},
		Subscriptions: subscriptions,
	}})
}

// add subscribes to what a trigger listens to, once for all triggers that listen to the same.
func (s *webhookSubscriptions) add(p *codegen.Pass, subject codegen.Subject, trigger *manifest.Trigger) {
	event, err := platform.ParseEventType(trigger.EventType)
	if err != nil {
		subject.Member = "eventType"
		p.Refuse("event-type", subject, "%v", err)
		return
	}
	one := webhookSubscription{
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
