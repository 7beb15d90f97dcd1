package live

import (
	"crypto/subtle"
	"net/http"
	"net/url"
	"strings"
)

// TokenParameter is the parameter of CardPath's query with the token of a card. A beacon has no headers.
const TokenParameter = "token"

// CRMCards lets cards in the pages of the real CRM post their log entries.
type CRMCards struct {
	// Token is in the cards that 'svc dev --portal' builds.
	Token string
	// AppOrigin is the origin of the CRM's pages. Pages of other regions are on sibling hosts.
	AppOrigin string
}

// admits reports whether a request is that of a card with the token, in a page of the CRM. The frame of a card may have
// the origin "null", which every site can send, so the token decides.
func (c *CRMCards) admits(r *http.Request, origin string) bool {
	if c == nil || subtle.ConstantTimeCompare([]byte(r.URL.Query().Get(TokenParameter)), []byte(c.Token)) != 1 {
		return false
	}
	return origin == "null" || isOfSite(origin, c.AppOrigin)
}

// isOfSite reports whether an origin is of the site of another one: its host without the first label.
func isOfSite(origin, of string) bool {
	page, err := url.Parse(origin)
	site, siteErr := url.Parse(of)
	if err != nil || siteErr != nil || page.Scheme != "https" {
		return false
	}
	_, domain, found := strings.Cut(site.Hostname(), ".")
	return found && strings.Contains(domain, ".") && strings.HasSuffix(page.Host, "."+domain)
}
