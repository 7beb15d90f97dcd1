// This file writes object types as the platform's project does.

package components

import (
	"strings"

	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

// objectType is a type of the CRM in upper case and the singular, an app object of this project by its uid, and
// what only the portal knows as it was written.
func objectType(p *codegen.Pass, name string) string {
	if standard, ok := platform.StandardObjectType(name); ok {
		return strings.ToUpper(standard)
	}
	if object := appObjectNamed(p, name); object != nil {
		return object.UID
	}
	return name
}

// appObjectNamed is the app object with an id, unless the CRM itself has a type of that name.
func appObjectNamed(p *codegen.Pass, name string) *manifest.AppObject {
	if platform.IsCRMObjectType(name) {
		return nil
	}
	for i := range p.Project.App.Objects {
		if object := &p.Project.App.Objects[i]; object.ID == name {
			return object
		}
	}
	return nil
}

// referTo is objectType where the vendor documents no way to name an app object of the same project.
func referTo(p *codegen.Pass, by codegen.Subject, name string) string {
	if object := appObjectNamed(p, name); object != nil {
		unproven(p, by, object, "uid "+object.UID)
	}
	return objectType(p, name)
}

// unproven says how svc writes an app object where the vendor documents no way to.
func unproven(p *codegen.Pass, by codegen.Subject, object *manifest.AppObject, as string) {
	if !p.Profile.ProjectFormat().UnprovenAppObjects {
		return
	}
	p.Warn(
		"app-object-reference", by,
		"the %s %q stands on the app object %q, which svc writes as its %s: the vendor documents that for associations only",
		kindWords[by.Kind], by.ID, object.ID, as,
	).
		Hintf("look at the build of the project: it refuses a type that it does not know")
}
