package devserver

import "github.com/appsvc/svc/internal/devserver/host"

// Sample returns the record of the emulated CRM that a tool runs with by default: the first of its object type, or the
// one with the id.
func Sample(h *host.Host, objectType, id string) (Object, error) {
	crm, err := h.CRM()
	if err != nil {
		return Object{}, err
	}
	record, err := crm.Find(objectType, id)
	if err != nil {
		return Object{}, err
	}
	object := Object{ID: record.ID, ObjectType: record.ObjectType, Properties: map[string]any{}}
	for name, value := range record.Properties {
		object.Properties[name] = value
	}
	return object, nil
}
