package declared

// credentials are the members of a source's auth that name secrets.
var credentials = [...]string{"token", "clientId", "clientSecret", "username", "password", "secret"}

// AppSecrets returns the items of the app's secrets that are names, as they are declared.
func (p *Project) AppSecrets() (names []*Value) {
	if p.App == nil {
		return nil
	}
	for _, item := range p.App.Options.Get("secrets").Items {
		if item.IsString() && item.Text != "" {
			names = append(names, item)
		}
	}
	return names
}

// SourceSecrets returns the names of the secrets of a source.
func (d *Declaration) SourceSecrets() (names []string) {
	auth := d.Options.Get("auth")
	for _, member := range credentials {
		if v := auth.Get(member); v.IsString() && v.Text != "" {
			names = append(names, v.Text)
		}
	}
	return names
}

// Secrets returns the names of the secrets that handlers can read: those of the app and of all sources, in order and
// without repetitions.
func (p *Project) Secrets() (names []string) {
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, item := range p.AppSecrets() {
		add(item.Text)
	}
	for _, d := range p.Declarations {
		if d.Kind == Source {
			for _, name := range d.SourceSecrets() {
				add(name)
			}
		}
	}
	return names
}
