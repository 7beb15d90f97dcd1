package scaffold

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/portal"
)

// portalTypesFile has the types that the portal's schema gives to ctx.crm.
const portalTypesFile = "types/portal.d.ts"

const portalTypesHead = "// Written by svc types from " + portal.FileName + ". It changes with that file.\nexport {};\n"

// portalTypes returns the module of portalTypesFile.
func portalTypes(s *portal.Snapshot) string {
	var b strings.Builder
	b.WriteString(portalTypesHead + "\ndeclare module '@svc/sdk' {\n  interface PortalObjects {\n")
	for _, name := range slices.Sorted(maps.Keys(s.Objects)) {
		object := s.Objects[name]
		fmt.Fprintf(&b, "    readonly %s: {\n", propertyKey(name))
		for _, property := range object.PropertyNames() {
			fmt.Fprintf(&b, "      readonly %s: %s;\n", propertyKey(property), propertyType(object.Properties[property]))
		}
		b.WriteString("    };\n")
		for _, other := range []string{object.ID, object.FullName} {
			if object.IsCustom() && s.Objects[other] == nil {
				fmt.Fprintf(&b, "    readonly %s: PortalObjects[%s];\n", propertyKey(other), quoted(name))
			}
		}
	}
	b.WriteString("  }\n}\n")
	return b.String()
}

// propertyType describes a property as a type: `{ type: 'enumeration'; options: 'a' | 'b' }`.
func propertyType(p portal.Property) string {
	members := []string{"type: " + quoted(p.Type)}
	for _, flag := range []struct {
		set  bool
		name string
	}{{p.Unique, "unique"}, {p.ReadOnly, "readOnly"}, {p.Multiple, "multiple"}} {
		if flag.set {
			members = append(members, flag.name+": true")
		}
	}
	if len(p.Options) > 0 {
		options := make([]string, len(p.Options))
		for i, option := range p.Options {
			options[i] = quoted(option)
		}
		members = append(members, "options: "+strings.Join(options, " | "))
	}
	return objectType(members)
}
