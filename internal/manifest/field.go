package manifest

import "encoding/json"

// OutputField is a field of an output.
type OutputField struct {
	Name string `json:"name"`
	// Type is the type in lower case: string, number, bool, enumeration, datetime or json.
	Type string `json:"type"`
	// CRMType is the CRM's type, which is string for json.
	CRMType     string `json:"crmType"`
	Label       string `json:"label,omitempty"`
	Description string `json:"description,omitempty"`
	// FieldType is the declared or default UI control.
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
	// Default is any JSON, or nil.
	Default json.RawMessage `json:"default,omitempty"`
	// Options is nil if none are declared.
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
