package edgefake

import (
	"net/http"
	"regexp"
)

func (f *Fake) listAccounts(c *call) {
	c.answer([]any{map[string]string{"id": Account, "name": "Account of the fake", "type": "standard"}})
}

func (f *Fake) verifyToken(c *call) {
	c.answer(map[string]string{"id": "token00000000000000000000000fake", "status": "active"})
}

func (f *Fake) getAccountSubdomain(c *call) {
	if f.subdomain == "" {
		c.refuse(http.StatusNotFound, 10007, "There is no workers.dev subdomain on your account.")
		return
	}
	c.answer(map[string]string{"subdomain": f.subdomain})
}

var label = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

func (f *Fake) putAccountSubdomain(c *call) {
	var in struct {
		Subdomain string `json:"subdomain"`
	}
	switch {
	case !c.decode("application/json", &in):
	case !label.MatchString(in.Subdomain):
		c.refuse(http.StatusBadRequest, 10032, "Subdomain is invalid.")
	case f.taken[in.Subdomain]:
		c.refuse(http.StatusConflict, 10031, "Subdomain is unavailable, please try a different one.")
	default:
		f.subdomain = in.Subdomain
		c.answer(map[string]string{"subdomain": f.subdomain})
	}
}
