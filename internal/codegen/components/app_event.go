package components

import (
	"strconv"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
)

// AppEventConfig is the configuration of an app event.
type AppEventConfig struct {
	Name                 string     `json:"name"`
	Label                string     `json:"label,omitempty"`
	Description          string     `json:"description,omitempty"`
	ObjectType           string     `json:"objectType"`
	SupportsCustomObject bool       `json:"supportsCustomObject,omitempty"`
	HeaderTemplate       string     `json:"headerTemplate,omitempty"`
	DetailTemplate       string     `json:"detailTemplate,omitempty"`
	Properties           []Property `json:"properties"`
}

// AppEventScope is the scope that an app event needs.
const AppEventScope = "timeline"

func appEvents(p *codegen.Pass) {
	for i := range p.Project.App.Events {
		e := &p.Project.App.Events[i]
		subject := codegen.Subject{Kind: "appEvent", ID: e.ID}
		if i == 0 {
			need(p, "component-scope", subject, "an app event", AppEventScope)
		}
		p.Emit(codegen.Part{UID: e.UID, File: p.Stem(e.ID), Subject: subject, Config: appEvent(p, subject, e)})
	}
}

func appEvent(p *codegen.Pass, subject codegen.Subject, e *manifest.AppEvent) AppEventConfig {
	config := AppEventConfig{
		Name:                 e.Name,
		Label:                e.Label,
		Description:          e.Description,
		ObjectType:           referTo(p, subject, e.ObjectType),
		SupportsCustomObject: e.SupportsCustomObject,
		HeaderTemplate:       e.HeaderTemplate,
		DetailTemplate:       e.DetailTemplate,
		Properties:           eventProperties(p, subject, e.Properties),
	}
	format := p.Profile.ProjectFormat()
	if format.Omits("app-event.label") {
		if config.Label = ""; e.Label != e.Name { // the platform shows the name
			leftOut(p, subject, "label", "label "+strconv.Quote(e.Label))
		}
	}
	if format.Omits("app-event.description") && e.Description != "" {
		config.Description = ""
		leftOut(p, subject, "description", "description")
	}
	return config
}
