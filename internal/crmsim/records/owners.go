package records

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// Pages of owners, from the platform's documentation.
const (
	ownersPerPage    = "100" // if the request sets no limit
	maxOwnersPerPage = 500
)

// owner is a user that records can belong to.
type owner struct {
	ID        string `json:"id"`
	Email     string `json:"email"`
	Type      string `json:"type"`
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	UserID    int    `json:"userId"`
	AnyUserID int    `json:"userIdIncludingInactive"`
	CreatedAt string `json:"createdAt"`
	UpdatedAt string `json:"updatedAt"`
	Archived  bool   `json:"archived"`
}

// owners are those of every emulated account. None is archived. The first one is the user that OAuth tokens name.
var owners = []owner{newOwner(1, "dev@example.com", "First"), newOwner(2, "second.owner@example.com", "Second")}

func newOwner(user int, email, firstName string) owner {
	return owner{
		ID: account.OwnerIDs[user-1], Email: email, Type: "PERSON", FirstName: firstName, LastName: "Owner",
		UserID: user, AnyUserID: user, CreatedAt: accountCreated, UpdatedAt: accountCreated,
	}
}

func (a *API) listOwners(c *api.Call) (int, any, *api.Error) {
	limit, err := api.PageSize(cmp.Or(c.Query("limit"), ownersPerPage), maxOwnersPerPage)
	if err != nil {
		return 0, nil, err
	}
	email, after := c.Query("email"), c.Query("after")
	found := slices.DeleteFunc(slices.Clone(owners), func(o owner) bool {
		return email != "" && !strings.EqualFold(o.Email, email) || o.ID < after || c.Query("archived") == "true"
	})
	if len(found) <= limit {
		return http.StatusOK, map[string]any{"results": found}, nil
	}
	return http.StatusOK, map[string]any{"results": found[:limit], "paging": c.Paging(found[limit].ID)}, nil
}

func (a *API) getOwner(c *api.Call) (int, any, *api.Error) {
	id := c.PathValue("owner")
	for _, o := range owners {
		own := o.ID
		if c.Query("idProperty") == "userId" {
			own = strconv.Itoa(o.UserID)
		}
		if own == id {
			return http.StatusOK, o, nil
		}
	}
	return 0, nil, api.NotFound("The owner %s does not exist", id)
}
