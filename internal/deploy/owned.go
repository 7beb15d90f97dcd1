package deploy

// Owned reports whether svc deployed a script with these tags for a project and environment.
func Owned(tags []string, project, environment string) bool {
	return readOwner(tags).owns(owner{Project: project, Environment: environment}) && project != ""
}
