package bundle

import "testing"

func TestKeysOfDataAddNoExtension(t *testing.T) {
	part := RuntimePart{Name: "properties", Words: []string{"properties"}, Members: []string{"get", "list"}}
	for code, want := range map[string]bool{
		"e.crm.properties.list(t)":                   true,
		"e.crm.properties?.list(t)":                  true,
		"e.crm.properties\n  .list(t)":               true,
		"e.crm.properties[t]":                        true,
		"e.crm.properties?.[t]()":                    true,
		"e.crm['properties'].list(t)":                true,
		"const p=e.crm.properties;p.list(t)":         true,
		"const{properties:p}=e.crm":                  true,
		"const{properties}=e.crm":                    true,
		"const{properties:{list}}=e.crm":             true,
		"const { properties: { list: l } } = e.crm":  true,
		"const{objects:o,properties:{...p}}=e.crm":   true,
		"const{properties:{[t]:p}}=e.crm":            true,
		"c?e.crm.properties:[]":                      true,
		"c?e.crm.properties:{amount:1}":              true,
		"one.properties.amount+e.properties.list(t)": true,
		"globalThis.__svc_sdk_properties":            true,
		"get(t,i,{properties:['amount']})":           false,
		"update(t,i,{ properties: { amount: 1 } })":  false,
		"update(t,i,{trace:1,properties:{}})":        false,
		"one.properties.amount":                      false,
		"one?.properties?.amount":                    false,
		"one.properties.listing":                     false,
		"one.myproperties.list(t)":                   false,
		"'/crm/v3/properties/list'":                  false,
	} {
		if got := part.isNamedIn([]byte(code)); got != want {
			t.Errorf("%s: %t, want %t", code, got, want)
		}
	}
}
