package logs

import (
	"context"
	"errors"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/taillog"
)

// tails opens tails by the edge's API.
type tails struct{ client *edgeapi.Client }

func (t tails) OpenTail(ctx context.Context, script string) (taillog.Tail, error) {
	tail, err := t.client.CreateTail(ctx, script)
	return taillog.Tail{ID: tail.ID, URL: tail.URL}, err
}

func (t tails) CloseTail(ctx context.Context, script, id string) error {
	return t.client.DeleteTail(ctx, script, id)
}

// finalTailError reports whether trying again is of no use: the API has answered, and not that it is busy.
func finalTailError(err error) bool {
	var told *edgeapi.Error
	return errors.As(err, &told) && told.Status < http.StatusInternalServerError &&
		told.Status != http.StatusTooManyRequests
}

// followError tells why a log cannot be followed.
func followError(err error) error {
	var told *edgeapi.Error
	switch {
	case errors.As(err, &told) && (told.Status == http.StatusUnauthorized || told.Status == http.StatusForbidden):
		return &cli.Error{
			Code: cli.ExitAuth, What: "the edge refuses the token", Why: cli.OneLine(told.Error()),
			Fix: "run svc login again, with a token that may read logs of workers", Err: err,
		}
	case edgeapi.IsCode(err, edgeapi.CodeNotFound):
		return &cli.Error{
			Code: cli.ExitRemote, What: "a script of " + link.File + " is not at the edge", Why: cli.OneLine(err.Error()),
			Fix: "run svc deploy again", Err: err,
		}
	}
	return &cli.Error{
		Code: cli.ExitRemote, What: "the logs cannot be followed", Why: cli.OneLine(err.Error()),
		Fix: "try again; svc doctor looks at the way to the edge", Err: err,
	}
}
