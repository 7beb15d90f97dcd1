package served

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/live"
)

const (
	// sendTimeout is how long svc waits for a response. The platform waits 5 s for a webhook and 20 s for an action.
	sendTimeout = 30 * time.Second
	// maxResponse is how much of a response is read, in bytes.
	maxResponse = 1 << 20
	// shownResponse and shownText are how much of a response and of the signed text a terminal shows, in characters.
	shownResponse = 200
	shownText     = 1_000
)

// sentDocument is the output of --json.
type sentDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	// OK reports that every response has a status below 300.
	OK        bool           `json:"ok"`
	Worker    string         `json:"worker"`
	ID        string         `json:"id"`
	Kind      string         `json:"kind"`
	Responses []sentResponse `json:"responses"`
}

// sentResponse is a request with its response.
type sentResponse struct {
	// Delivery counts from 1. Again marks the repetition of that delivery.
	Delivery   int                      `json:"delivery"`
	Again      bool                     `json:"again"`
	Request    *devserver.SignedRequest `json:"request"`
	Status     int                      `json:"status"`
	Body       string                   `json:"body"`
	DurationMs float64                  `json:"durationMs"`
	// Stale is the file that does not load now, so that its last version that did has responded.
	Stale string `json:"stale,omitempty"`
}

// sending sends signed requests and collects the responses.
type sending struct {
	env      *cli.Env
	options  *sendOptions
	server   *localserver.Server
	document sentDocument
}

// send sends a request and adds its response.
func (s *sending) send(ctx context.Context, signed *devserver.SignedRequest, delivery int, again bool) error {
	limited, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(limited, signed.Method, signed.URL, strings.NewReader(signed.Body))
	if err != nil {
		return err
	}
	for name, value := range signed.Headers {
		r.Header.Set(name, value)
	}
	do := s.server.DoAtWorker
	if s.options.url != "" {
		do = (&http.Client{Transport: cmdutil.Network(), CheckRedirect: cmdutil.NoRedirects}).Do
	}
	start := s.env.Now()
	response, err := do(r)
	if err != nil {
		return s.failed(ctx, signed, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if err != nil {
		return s.failed(ctx, signed, err)
	}
	took := s.env.Now().Sub(start)
	s.document.OK = s.document.OK && response.StatusCode < http.StatusMultipleChoices
	s.document.Responses = append(s.document.Responses, sentResponse{
		Delivery: delivery, Again: again, Request: signed, Status: response.StatusCode, Body: string(body),
		DurationMs: math.Round(float64(took.Microseconds())) / 1000, Stale: response.Header.Get(live.StaleHeader),
	})
	return nil
}

// failed returns the error of a request without a complete response.
func (s *sending) failed(ctx context.Context, signed *devserver.SignedRequest, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	why := cli.Reason(err)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		why = fmt.Sprintf("no response within %s", sendTimeout)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		why = "the server closed the connection before the end of its response"
	}
	return &cli.Error{
		Code: cli.ExitRemote, What: "cannot send to " + signed.URL, Why: why,
		Fix: "check the address and that its server runs; the request may have taken effect", Err: err,
	}
}

// print prints the responses. The exit code says whether all are good.
func (s *sending) print() error {
	if err := s.printResponses(); err != nil {
		return err
	}
	if !s.document.OK {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

func (s *sending) printResponses() error {
	if s.options.asJSON {
		return s.env.JSON(s.document)
	}
	rows := make([][]string, len(s.document.Responses))
	for i, r := range s.document.Responses {
		delivery := strconv.Itoa(r.Delivery)
		if r.Again {
			delivery += " again"
		}
		took := fmt.Sprintf("%.0f ms", r.DurationMs)
		rows[i] = []string{delivery, strconv.Itoa(r.Status), took, shorten(r.Body, shownResponse)}
	}
	if err := s.env.Table([]string{"DELIVERY", "STATUS", "TIME", "RESPONSE"}, rows); err != nil {
		return err
	}
	if last := s.document.Responses[len(rows)-1]; last.Stale != "" {
		s.env.Notef("the last version of %s that loads has responded: see 'svc check'", cli.OneLine(last.Stale))
	}
	for _, r := range s.document.Responses {
		switch {
		case r.Status == http.StatusUnauthorized:
			s.explain(r)
			return nil // the others are signed in the same way
		case !r.Again && isDuplicate(r.Body):
			s.env.Notef("the trigger has handled these events before, so it did not run")
			s.env.Notef("to run it for them again, leave out eventId in --input: each delivery gets new ones")
			return nil
		}
	}
	return nil
}

// isDuplicate reports whether a trigger has handled the events of a delivery before.
func isDuplicate(response string) bool {
	var body struct{ Duplicate bool }
	return json.Unmarshal([]byte(response), &body) == nil && body.Duplicate
}

// explain says what was signed, for a request whose signature was rejected.
func (s *sending) explain(r sentResponse) {
	env := s.env
	env.Notef("the signature of delivery %d was rejected; it is the HMAC-SHA256 of this text:", r.Delivery)
	env.Notef("  %s", shorten(r.Request.Signed, shownText))
	switch o := s.options; {
	case o.badSignature:
		env.Notef("it was made with a wrong key, because of --bad-signature")
	case o.skew > 0:
		env.Notef("its time is %s ahead of the server's clock, because of --skew", o.skew)
	case o.skew < 0:
		env.Notef("its time is %s behind the server's clock, because of --skew", -o.skew)
	case o.url != "":
		env.Notef(
			"check that the receiver has the same secret, that its clock is right, and that no proxy before it changes "+
				"the address or the body: it must see %s", r.Request.URL,
		)
	}
}

// shorten returns the start of a text, in one line.
func shorten(text string, length int) string {
	line := []rune(cli.OneLine(text))
	if len(line) > length {
		return string(line[:length]) + "…"
	}
	return string(line)
}
