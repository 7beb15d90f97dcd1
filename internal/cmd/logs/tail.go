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

// tails opens tails with the edge platform's API.
type tails struct{ client *edgeapi.Client }

// OpenTail implements taillog.Opener.
func (t tails) OpenTail(ctx context.Context, script string) (taillog.Tail, error) {
	tail, err := t.client.CreateTail(ctx, script)
	return taillog.Tail{ID: tail.ID, URL: tail.URL}, err
}

// CloseTail implements taillog.Opener.
func (t tails) CloseTail(ctx context.Context, script, id string) error {
	return t.client.DeleteTail(ctx, script, id)
}

// finalTailError reports whether a retry cannot help: the API answered, with an error that is not temporary.
func finalTailError(err error) bool {
	var apiError *edgeapi.Error
	return errors.As(err, &apiError) && apiError.Status < http.StatusInternalServerError &&
		apiError.Status != http.StatusTooManyRequests
}

// followError turns an error of following logs into one for the user.
func followError(err error) error {
	var apiError *edgeapi.Error
	isAuth := errors.As(err, &apiError) &&
		(apiError.Status == http.StatusUnauthorized || apiError.Status == http.StatusForbidden)
	switch {
	case isAuth:
		return &cli.Error{
			Code: cli.ExitAuth, What: "the edge platform rejects the token", Why: cli.OneLine(apiError.Error()),
			Fix: "run 'svc login edge' with a token that can read workers' logs", Err: err,
		}
	case edgeapi.IsCode(err, edgeapi.CodeNotFound):
		return &cli.Error{
			Code: cli.ExitRemote, What: "a script in " + link.File + " is not deployed", Why: cli.OneLine(err.Error()),
			Fix: "run 'svc deploy'", Err: err,
		}
	}
	return &cli.Error{
		Code: cli.ExitRemote, What: "cannot follow the logs", Why: cli.OneLine(err.Error()),
		Fix: "try again; svc doctor checks the connection", Err: err,
	}
}
