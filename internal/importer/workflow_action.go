package importer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/manifest"
)

// action is a workflow action that becomes a tool.
type action struct {
	*component
	config components.ActionConfig
	labels components.ActionLabels
	// workflows and agents are what can run it.
	workflows bool
	agents    *components.ActionClient
}

// defaultObjectType is the object type of a tool whose action has none. Every tool needs one.
const defaultObjectType = "contact"

func importActions(r *run) error {
	actions := map[string]*action{}
	for _, c := range r.of("workflow-action") {
		config, err := take[components.ActionConfig](r, c)
		if err != nil {
			return err
		}
		actions[c.UID] = r.action(c, config)
	}
	for _, c := range r.of("workflow-action") {
		one := actions[c.UID]
		id := strings.TrimPrefix(c.UID, components.ActionPrefix)
		if tail, isAgent := strings.CutPrefix(c.UID, components.AgentPrefix); isAgent && !one.workflows {
			if id = tail; actions[components.ActionPrefix+tail] != nil && actions[components.ActionPrefix+tail].agents == nil {
				continue // it is the agent of that tool
			}
		}
		pair := actions[components.AgentPrefix+id]
		if pair == one || pair != nil && pair.workflows || one.agents != nil {
			pair = nil
		}
		r.importAction(one, pair, r.names.of("tool", id))
	}
	return nil
}

// action reads the clients and labels of a workflow action.
func (r *run) action(c *component, config components.ActionConfig) *action {
	one := &action{component: c, config: config}
	languages := slices.Sorted(maps.Keys(config.Labels))
	language := "en"
	if len(languages) > 0 && !slices.Contains(languages, language) {
		language = languages[0]
	}
	for _, other := range languages {
		if other != language {
			r.note(Omitted, c, "config.labels."+other, "svc writes labels in one language: "+language+" is taken")
		}
	}
	one.labels = config.Labels[language]
	for i := range config.SupportedClients {
		switch client := &config.SupportedClients[i]; client.Client {
		case "WORKFLOWS":
			one.workflows = true
		case "AGENTS":
			one.agents = client
		default:
			r.note(Omitted, c, fmt.Sprintf("config.supportedClients[%d]", i), fmt.Sprintf("svc does not know the client %q",
				client.Client))
		}
	}
	one.workflows = one.workflows || one.agents == nil
	return one
}

// importAction writes the tool of an action. pair is its component for agents, or nil.
func (r *run) importAction(one, pair *action, name named) {
	label := cmp.Or(one.labels.ActionName, one.UID)
	o := object{{"label", label}}
	if one.workflows {
		o.setUID(one.UID, components.ActionPrefix+name.id)
	}
	if one.labels.ActionDescription != label {
		o.set("description", one.labels.ActionDescription)
	}
	if one.labels.ActionCardContent != label {
		o.set("cardContent", one.labels.ActionCardContent)
	}
	if !one.config.IsPublished {
		o.put("published", false)
	}
	types := r.objectTypes(one.component, one.config.ObjectTypes)
	o.put("objectType", append(types[:len(types):len(types)], defaultObjectType)[0])
	if len(types) != 1 {
		o.put("objectTypes", types)
	}
	o.set("input", r.inputs(one))
	o.set("output", r.outputs(one))
	switch {
	case pair != nil:
		o.put("agent", r.agent(pair, "", components.AgentPrefix+name.id))
	case one.agents != nil && one.workflows:
		o.put("agent", r.agent(one, manifest.AgentShared, one.UID))
	case one.agents != nil:
		o.put("agent", r.agent(one, manifest.AgentOnly, components.AgentPrefix+name.id))
	}
	o.put("handler", stub(name, "() => failStop(%s)", one.config.ActionURL))
	r.capability(module{name, "tools", "tool", o, []string{"failStop"}}, one.config.ActionURL)
}

// agent returns the agent block of a tool.
func (r *run) agent(one *action, place, derivedUID string) object {
	description := cmp.Or(one.labels.ActionDescription, one.labels.ActionName, one.UID)
	if tells := one.agents.LLMConfig; tells != nil && tells.ActionDescription != "" {
		description = tells.ActionDescription
	}
	expose := make([]string, len(one.config.InputFields))
	for i, input := range one.config.InputFields {
		expose[i] = input.TypeDefinition.Name
	}
	o := object{{"description", description}, {"expose", expose}}
	switch kind := one.agents.ToolType; kind {
	case "TAKE_ACTION":
	case "GET_DATA", "GENERATE":
		o.put("toolType", kind)
	case "":
		r.note(Changed, one.component, "config.supportedClients",
			"the tool has no toolType; svc writes TAKE_ACTION, so that a person is asked first")
	default:
		r.note(Changed, one.component, "config.supportedClients", fmt.Sprintf(
			"svc does not know the toolType %q; it becomes TAKE_ACTION", kind))
	}
	o.set("component", place)
	o.setUID(one.UID, derivedUID)
	return o
}

func (r *run) inputs(one *action) object {
	o := object{}
	for i, input := range one.config.InputFields {
		definition := input.TypeDefinition
		path := fmt.Sprintf("config.inputFields[%d]", i)
		f := r.typeOptions(field{
			one.component, path, exactTypes, definition.Name, definition.Type, definition.FieldType, definition.Options, true,
		})
		if label := one.labels.InputFieldLabels[definition.Name]; label != definition.Name {
			f.set("label", label)
		}
		f.set("description", cmp.Or(one.labels.InputFieldDescriptions[definition.Name], definition.Description))
		f.set("required", input.IsRequired)
		if !slices.Equal(input.SupportedValueTypes, []string{"STATIC_VALUE"}) {
			f.set("supportedValueTypes", input.SupportedValueTypes)
		}
		o.put(definition.Name, f)
	}
	return o
}

func (r *run) outputs(one *action) object {
	o := object{}
	for i, output := range one.config.OutputFields {
		definition := output.TypeDefinition
		path := fmt.Sprintf("config.outputFields[%d]", i)
		if reserved := []string{r.Profile.ExecutionStateKey, r.Profile.ExpirationDurationKey}; slices.Contains(
			reserved, definition.Name) {
			r.note(Omitted, one.component, path, fmt.Sprintf("the runtime writes %q", definition.Name))
			continue
		}
		// Output fields have no options: an enumeration keeps its type, and its values are not listed.
		f := object{{"type", cmp.Or(fieldTypes[definition.Type], "string")}}
		if fieldTypes[definition.Type] != definition.Type {
			r.note(Changed, one.component, path, fmt.Sprintf("svc has no type %q; %q becomes a %s",
				definition.Type, definition.Name, f[0].value))
		}
		if label := one.labels.OutputFieldLabels[definition.Name]; label != definition.Name {
			f.set("label", label)
		}
		if definition.FieldType != components.UsualControls[definition.Type] {
			f.set("fieldType", definition.FieldType)
		}
		if len(definition.Options) > 0 {
			r.note(Omitted, one.component, path+".typeDefinition.options", "output fields have no options")
		}
		o.put(definition.Name, f)
	}
	return o
}
