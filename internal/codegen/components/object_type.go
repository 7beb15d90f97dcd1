package components

import (
	"strings"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

// objectType returns an object type in the form of the platform's project: types of the CRM in the singular and upper
// case, app objects of this project by uid, and other types as declared.
func objectType(p *codegen.Pass, name string) string {
	if standard, ok := platform.StandardObjectType(name); ok {
		return strings.ToUpper(standard)
	}
	if object := appObjectNamed(p, name); object != nil {
		return object.UID
	}
	return name
}

// appObjectNamed returns the app object with an id, or nil if there is none or the CRM has a type with that name.
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

// referTo returns objectType, and warns about app objects: the vendor does not document how to refer to them here.
func referTo(p *codegen.Pass, by codegen.Subject, name string) string {
	if object := appObjectNamed(p, name); object != nil {
		unproven(p, by, object, "uid "+object.UID)
	}
	return objectType(p, name)
}

// unproven warns about a reference to an app object that the vendor does not document.
func unproven(p *codegen.Pass, by codegen.Subject, object *manifest.AppObject, as string) {
	if !p.Profile.ProjectFormat().UnprovenAppObjects {
		return
	}
	p.Warn("app-object-reference", by,
		"the %s %q refers to the app object %q by its %s, which the vendor documents for associations only",
		kindWords[by.Kind], by.ID, object.ID, as).
		Hintf("read the build log of the project, which rejects unknown types")
}
