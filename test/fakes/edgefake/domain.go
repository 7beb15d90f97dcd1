package edgefake

// domain is a custom domain of a script.
type domain struct {
	Hostname string `json:"hostname"`
	Service  string `json:"service"`
}

// SeedDomain gives a script a custom domain.
func (f *Fake) SeedDomain(script, host string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.domains = append(f.domains, domain{host, script})
}

func (f *Fake) listDomains(c *call) {
	found := []domain{}
	for _, d := range f.domains {
		if service := c.r.URL.Query().Get("service"); service == "" || service == d.Service {
			found = append(found, d)
		}
	}
	c.answer(found)
}
