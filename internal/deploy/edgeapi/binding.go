package edgeapi

import "encoding/json"

// Types of bindings.
const (
	BindingText    = "plain_text"
	BindingJSON    = "json"
	BindingSecret  = "secret_text"
	BindingInherit = "inherit"
	BindingActors  = "durable_object_namespace"
	BindingService = "service"
	BindingVersion = "version_metadata"
)

// Binding is one entry of a script's environment. Its members depend on its type.
type Binding struct {
	Type string `json:"type"`
	Name string `json:"name"`
	// Text is of plain_text and secret_text; nil for secrets in responses.
	Text *string         `json:"text,omitempty"`
	JSON json.RawMessage `json:"json,omitempty"`
	// ClassName and ScriptName are of durable_object_namespace; "" for the script itself.
	ClassName  string `json:"class_name,omitempty"`
	ScriptName string `json:"script_name,omitempty"`
	// Service and Entrypoint are of service.
	Service    string `json:"service,omitempty"`
	Entrypoint string `json:"entrypoint,omitempty"`
}

// Text returns a plain_text binding.
func Text(name, text string) Binding { return Binding{Type: BindingText, Name: name, Text: &text} }

// Secret returns a secret_text binding.
func Secret(name, text string) Binding { return Binding{Type: BindingSecret, Name: name, Text: &text} }

// String omits the text, which may be a secret.
func (b Binding) String() string { return b.Type + " " + b.Name }

// GoString is String, so that %#v does not print a secret.
func (b Binding) GoString() string { return b.String() }
