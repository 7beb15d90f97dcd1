package components

import (
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
)

type actionInput struct {
	TypeDefinition      typeDefinition `json:"typeDefinition"`
	SupportedValueTypes []string       `json:"supportedValueTypes"`
	IsRequired          bool           `json:"isRequired"`
}

type actionOutput struct {
	TypeDefinition typeDefinition `json:"typeDefinition"`
}

type typeDefinition struct {
	Name        string            `json:"name"`
	Type        string            `json:"type"`
	FieldType   string            `json:"fieldType"`
	Description string            `json:"description,omitempty"`
	Options     []manifest.Option `json:"options,omitempty"`
}

type actionLabels struct {
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
func actionInputs(fields []manifest.Field) []actionInput {
	inputs := []actionInput{}
	for _, field := range fields {
		inputs = append(inputs, actionInput{
			TypeDefinition: typeDefinition{
				Name: field.Name, Type: field.CRMType, FieldType: field.FieldType, Options: field.Options,
			},
			SupportedValueTypes: field.SupportedValueTypes,
			IsRequired:          field.Required,
		})
	}
	return inputs
}

func actionOutputs(p *codegen.Pass, subject codegen.Subject, fields []manifest.OutputField) []actionOutput {
	outputs := []actionOutput{}
	for _, field := range fields {
		definition := typeDefinition{
			Name: field.Name, Type: field.CRMType, FieldType: field.FieldType, Description: field.Description,
		}
		if field.Description != "" && p.Profile.ProjectFormat().Omits("workflow-action.outputDescription") {
			definition.Description = ""
			leftOut(p, subject, "output."+field.Name+".description", "description of the output field \""+field.Name+"\"")
		}
		outputs = append(outputs, actionOutput{definition})
	}
	return outputs
}
