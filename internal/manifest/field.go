// This file holds fields of inputs and outputs, and properties of app objects and events.

package manifest

import "encoding/json"

// OutputField is a field that nobody fills in.
type OutputField struct {
	Name string `json:"name"`
	// Type is the SDK's type in lower case: string, number, bool, enumeration, datetime or json.
	Type string `json:"type"`
	// CRMType is what the CRM calls the type; json is string there.
	CRMType     string `json:"crmType"`
	Label       string `json:"label,omitempty"`
	Description string `json:"description,omitempty"`
	// FieldType is the UI control, declared or by default.
	FieldType string `json:"fieldType"`
}

// Option is one choice of an enumeration.
type Option struct {
	Value        string   `json:"value"`
	Label        string   `json:"label"`
	Description  string   `json:"description,omitempty"`
	DisplayOrder *float64 `json:"displayOrder,omitempty"`
	Hidden       *bool    `json:"hidden,omitempty"`
}

// Field is an input field.
type Field struct {
	OutputField
	Required bool `json:"required"`
	// Default is any JSON, nil when none was declared.
	Default json.RawMessage `json:"default,omitempty"`
	// Options is nil when none were declared.
	Options []Option `json:"options,omitempty"`
	// SupportedValueTypes holds STATIC_VALUE, OBJECT_PROPERTY and FIELD_DATA.
	SupportedValueTypes []string `json:"supportedValueTypes"`
}

// Property is a property of an app object or app event.
type Property struct {
	OutputField
	Required           bool            `json:"required"`
	Default            json.RawMessage `json:"default,omitempty"`
	Options            []Option        `json:"options,omitempty"`
	GroupName          string          `json:"groupName,omitempty"`
	HasUniqueValue     bool            `json:"hasUniqueValue"`
	ReadOnlyValue      bool            `json:"readOnlyValue"`
	FormField          *bool           `json:"formField,omitempty"`
	CalculationFormula string          `json:"calculationFormula,omitempty"`
}
