package components

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
)

// ActionConfig is the configuration of a workflow action.
type ActionConfig struct {
	ActionURL        string                  `json:"actionUrl"`
	IsPublished      bool                    `json:"isPublished"`
	SupportedClients []ActionClient          `json:"supportedClients"`
	InputFields      []ActionInput           `json:"inputFields"`
	OutputFields     []ActionOutput          `json:"outputFields"`
	Labels           map[string]ActionLabels `json:"labels"`
	ObjectTypes      []string                `json:"objectTypes"`
}

// ActionClient is what can run an action: "WORKFLOWS" or "AGENTS".
type ActionClient struct {
	Client    string     `json:"client"`
	ToolType  string     `json:"toolType,omitempty"`
	LLMConfig *LLMConfig `json:"llmConfig,omitempty"`
}

// LLMConfig tells agents about an action.
type LLMConfig struct {
	ActionDescription string `json:"actionDescription"`
}

// Prefixes of a tool's id in the default uids of its components.
const (
	ActionPrefix = "action-"
	AgentPrefix  = "agent-"
)

// agentToolType is the default. It makes the platform ask a person before an agent runs the tool. Declarations do not
// say what a handler changes, and with the other types an agent would run it without asking.
const agentToolType = "TAKE_ACTION"

// workflowActions makes a workflow action of every tool. A tool with an agent block is by default also a second
// component with the exposed input fields only, because the platform shows agents every input field of a component.
func workflowActions(p *codegen.Pass) {
	for i := range p.Project.Workers {
		worker := &p.Project.Workers[i]
		for _, capability := range worker.Capabilities {
			if tool := capability.Tool; tool != nil {
				subject := codegen.Subject{Kind: "tool", Worker: worker.Name, ID: tool.ID}
				toolComponents(p, subject, tool)
			}
		}
	}
}

// toolComponents emits the components of a tool.
func toolComponents(p *codegen.Pass, subject codegen.Subject, tool *manifest.Tool) {
	config := action(p, subject, tool)
	place := ""
	if tool.Agent != nil {
		place = cmp.Or(tool.Agent.Component, manifest.AgentSeparate)
		checkExposed(p, subject, tool)
	}
	if place == manifest.AgentShared {
		config.SupportedClients = append(config.SupportedClients, agentClient(tool.Agent))
	}
	if place != manifest.AgentOnly {
		uid := cmp.Or(tool.UID, ActionPrefix+tool.ID)
		p.Emit(codegen.Part{UID: uid, File: p.Stem(tool.ID), Subject: subject, Config: config})
	}
	if place == manifest.AgentSeparate || place == manifest.AgentOnly {
		agentTool(p, subject, tool, config)
	}
}

func action(p *codegen.Pass, subject codegen.Subject, tool *manifest.Tool) ActionConfig {
	config := ActionConfig{
		ActionURL:        p.Origins[subject.Worker] + "/workflow-actions/" + url.PathEscape(tool.ID) + "/invoke",
		IsPublished:      tool.Published == nil || *tool.Published,
		SupportedClients: []ActionClient{{Client: "WORKFLOWS"}},
		ObjectTypes:      []string{},
		OutputFields:     actionOutputs(p, subject, tool.Output),
	}
	types := tool.ObjectTypes
	if types == nil {
		types = []string{tool.ObjectType}
	}
	for _, name := range types {
		config.ObjectTypes = append(config.ObjectTypes, referTo(p, subject, name))
	}
	config.setInputs(p, tool, tool.Input)
	return config
}

// setInputs sets the input fields and all labels.
func (c *ActionConfig) setInputs(p *codegen.Pass, tool *manifest.Tool, fields []manifest.Field) {
	c.InputFields = actionInputs(fields)
	labels := ActionLabels{
		ActionName:             tool.Label,
		ActionDescription:      cmp.Or(tool.Description, tool.Label),
		ActionCardContent:      cmp.Or(tool.CardContent, tool.Label),
		AppDisplayName:         p.Project.App.Name,
		InputFieldLabels:       map[string]string{},
		InputFieldDescriptions: map[string]string{},
		OutputFieldLabels:      map[string]string{},
	}
	for _, field := range fields {
		labels.InputFieldLabels[field.Name] = cmp.Or(field.Label, field.Name)
		if field.Description != "" {
			labels.InputFieldDescriptions[field.Name] = field.Description
		}
	}
	for _, field := range tool.Output {
		labels.OutputFieldLabels[field.Name] = cmp.Or(field.Label, field.Name)
	}
	c.Labels = map[string]ActionLabels{"en": labels}
}

// agentClient returns the entry for agents in the clients of a component.
func agentClient(agent *manifest.Agent) ActionClient {
	return ActionClient{
		Client: "AGENTS", ToolType: cmp.Or(agent.ToolType, agentToolType), LLMConfig: &LLMConfig{agent.Description},
	}
}

// agentTool emits the component for agents alone.
func agentTool(p *codegen.Pass, subject codegen.Subject, tool *manifest.Tool, config ActionConfig) {
	var exposed []manifest.Field
	for _, field := range tool.Input {
		if slices.Contains(tool.Agent.Expose, field.Name) {
			exposed = append(exposed, field)
		}
	}
	config.SupportedClients = []ActionClient{agentClient(tool.Agent)}
	config.setInputs(p, tool, exposed)
	subject.Member = "agent"
	p.Emit(codegen.Part{
		UID: cmp.Or(tool.Agent.UID, AgentPrefix+tool.ID), File: p.Stem(AgentPrefix + tool.ID), Subject: subject,
		Config: config,
	})
}

// checkExposed rejects names that are not input fields, and a shared component that does not expose every field.
func checkExposed(p *codegen.Pass, subject codegen.Subject, tool *manifest.Tool) {
	subject.Member = "agent.expose"
	for _, name := range tool.Agent.Expose {
		if !slices.ContainsFunc(tool.Input, func(field manifest.Field) bool { return field.Name == name }) {
			p.Refuse("agent-expose", subject, "expose lists %q, which is not an input field of the tool %q", name, tool.ID)
		}
	}
	if tool.Agent.Component != manifest.AgentShared {
		return
	}
	for _, field := range tool.Input {
		if !slices.Contains(tool.Agent.Expose, field.Name) {
			p.Refuse("agent-expose", subject,
				"expose does not list %q, but agents see every field of the shared component of the tool %q", field.Name, tool.ID)
		}
	}
}

// ActionInput is an input field of an action.
type ActionInput struct {
	TypeDefinition      TypeDefinition `json:"typeDefinition"`
	SupportedValueTypes []string       `json:"supportedValueTypes"`
	IsRequired          bool           `json:"isRequired"`
}

// ActionOutput is an output field of an action.
type ActionOutput struct {
	TypeDefinition TypeDefinition `json:"typeDefinition"`
}

// TypeDefinition is the type of a field.
type TypeDefinition struct {
	Name        string            `json:"name"`
	Type        string            `json:"type"`
	FieldType   string            `json:"fieldType"`
	Description string            `json:"description,omitempty"`
	Options     []manifest.Option `json:"options,omitempty"`
}

// ActionLabels are the texts of an action in one language.
type ActionLabels struct {
	ActionName        string `json:"actionName"`
	ActionDescription string `json:"actionDescription"`
	ActionCardContent string `json:"actionCardContent"`
	AppDisplayName    string `json:"appDisplayName"`
	// The platform's schema requires the three maps, even if they are empty.
	InputFieldLabels       map[string]string `json:"inputFieldLabels"`
	InputFieldDescriptions map[string]string `json:"inputFieldDescriptions"`
	OutputFieldLabels      map[string]string `json:"outputFieldLabels"`
}

// actionInputs converts input fields. The platform has no defaults; the runtime fills them in.
func actionInputs(fields []manifest.Field) []ActionInput {
	inputs := []ActionInput{}
	for _, field := range fields {
		inputs = append(inputs, ActionInput{
			TypeDefinition: TypeDefinition{
				Name: field.Name, Type: field.CRMType, FieldType: field.FieldType, Options: field.Options,
			},
			SupportedValueTypes: field.SupportedValueTypes,
			IsRequired:          field.Required,
		})
	}
	return inputs
}

func actionOutputs(p *codegen.Pass, subject codegen.Subject, fields []manifest.OutputField) []ActionOutput {
	outputs := []ActionOutput{}
	for _, field := range fields {
		definition := TypeDefinition{
			Name: field.Name, Type: field.CRMType, FieldType: field.FieldType, Description: field.Description,
		}
		if field.Description != "" && p.Profile.ProjectFormat().Omits("workflow-action.outputDescription") {
			definition.Description = ""
			leftOut(p, subject, "output."+field.Name+".description", "description of the output field \""+field.Name+"\"")
		}
		outputs = append(outputs, ActionOutput{definition})
	}
	return outputs
}
