// This file tells others whose a script is.

package deploy

// Owned reports whether a script with these tags was deployed by svc for a project and environment.
func Owned(tags []string, project, environment string) bool {
	return readOwner(tags).owns(owner{Project: project, Environment: environment}) && project != ""
}
